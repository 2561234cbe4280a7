"""Calls the ticket bridge with suds through a WSDL; prints what came back as JSON."""
import base64
import json
import pathlib
import sys

from suds.client import Client

client = Client(pathlib.Path(sys.argv[1]).as_uri(), cache=None)
values = json.load(sys.stdin)


def parts(answer):
    named = dict(answer)
    return [named["s-gensym3"], named["s-gensym5"]]


attachment = dict(values["AddTicketAttachment"])
# suds sends base64Binary as the text that it is given.
attachment["AttachmentData"] = base64.b64encode(bytes(range(256))).decode()
result = {
    "TicketCreate": parts(client.service.TicketCreate(**values["TicketCreate"])),
    "TicketModify": parts(client.service.TicketModify(**values["TicketModify"])),
    "AddTicketAttachment": parts(client.service.AddTicketAttachment(**attachment)),
}
print(json.dumps(result))
