# One process for all requests; prints its address.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bridge;
use SOAP::Transport::HTTP;

$| = 1;
my $daemon = SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => 0)->dispatch_with({ $ENV{BRIDGE_NAMESPACE} => 'Bridge' });
printf "%d\n", $daemon->sockport;
$daemon->handle;
