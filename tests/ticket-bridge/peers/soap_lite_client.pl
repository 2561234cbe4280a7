# Calls the ticket bridge with SOAP::Lite through a WSDL; prints what came back as JSON.
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my ($wsdl) = @ARGV;
local $/;
my $values = decode_json(<STDIN>);
my %order = (
    TicketCreate => [qw(ExternalTicketId Requestor Subject Correspondence Priority AffectedSite)],
    TicketModify => [qw(TrackerTicketId Requestor Subject Correspondence Status Priority)],
    AddTicketAttachment => [qw(ExternalTicketId AttachmentData AttachmentName)],
);
$values->{AddTicketAttachment}{AttachmentData} = join '', map { chr } 0 .. 255;
my $service = SOAP::Lite->service("file:$wsdl");
my %result;
for my $operation (qw(TicketCreate TicketModify AddTicketAttachment)) {
    my @arguments = map { $values->{$operation}{$_} } @{ $order{$operation} };
    my @parts = $service->$operation(@arguments);
    die "$operation gave no answer\n" unless @parts == 2;
    $result{$operation} = [ 0 + $parts[0], $parts[1] ];
}
print encode_json(\%result), "\n";
