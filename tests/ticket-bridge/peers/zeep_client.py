"""Calls the ticket bridge with zeep through a WSDL; prints what came back as JSON."""
import json
import sys

from zeep import Client

client = Client(sys.argv[1])
values = json.load(sys.stdin)


def parts(answer):
    return [answer["s-gensym3"], answer["s-gensym5"]]


attachment = dict(values["AddTicketAttachment"])
# zeep encodes bytes of base64Binary itself.
attachment["AttachmentData"] = bytes(range(256))
print(
    json.dumps(
        {
            "TicketCreate": parts(client.service.TicketCreate(**values["TicketCreate"])),
            "TicketModify": parts(client.service.TicketModify(**values["TicketModify"])),
            "AddTicketAttachment": parts(client.service.AddTicketAttachment(**attachment)),
        }
    )
)
