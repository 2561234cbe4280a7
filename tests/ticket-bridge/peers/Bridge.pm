# The ticket bridge as one writes it in Perl with SOAP::Lite: each operation returns a list of values.
package Bridge;
use strict;
use warnings;

my $first = 4711;
my %external;    # external identifier to the tracker's
my @tickets;

# As CGI each request is a process of its own: the file named by BRIDGE_STATE keeps the external identifiers between them.
sub _load {
    return unless $ENV{BRIDGE_STATE} && open my $file, '<', $ENV{BRIDGE_STATE};
    @tickets = map { chomp; $_ } <$file>;
    @external{@tickets} = $first .. $first + $#tickets;
}

sub _save {
    return unless $ENV{BRIDGE_STATE};
    open my $file, '>', $ENV{BRIDGE_STATE} or die "no state: $!";
    print {$file} "$_\n" for @tickets;
}

sub TicketCreate {
    my ($class, $external_id) = @_;
    _load();
    push @tickets, $external_id;
    $external{$external_id} = $first + $#tickets;
    _save();
    return ($external{$external_id}, 'tracker');
}

sub TicketModify {
    my ($class, $id) = @_;
    _load();
    die SOAP::Fault->faultcode('Client')->faultstring("no ticket $id") unless $id =~ /^\d+$/ && $id >= $first && $id <= $first + $#tickets;
    return (0 + $id, 'tracker');
}

sub AddTicketAttachment {
    my ($class, $external_id) = @_;
    _load();
    die SOAP::Fault->faultcode('Client')->faultstring("no ticket for $external_id") unless exists $external{$external_id};
    return ($external{$external_id}, 'tracker');
}

1;
