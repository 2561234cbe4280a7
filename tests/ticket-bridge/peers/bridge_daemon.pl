# One process for all requests; prints its address.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Bridge;
use SOAP::Transport::HTTP;

# A client that keeps its connection open and sends no request leaves its turn to others.
sub SOAP::Transport::HTTP::Daemon::accept {
    my $client = shift->{_daemon}->accept or return;
    $client->timeout(0.2);
    return $client;
}

$| = 1;
my $daemon = SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => 0)->dispatch_with({ $ENV{BRIDGE_NAMESPACE} => 'Bridge' });
printf "%d\n", $daemon->sockport;
$daemon->handle;
