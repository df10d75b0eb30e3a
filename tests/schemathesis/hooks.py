"""How schemathesis calls the product: as several people in turn, each request from an address of its own."""

import itertools
import json
import os

import schemathesis

# By role: the headers of somebody who is logged in, or of nobody.
PEOPLE = itertools.cycle(json.loads(os.environ["API_PEOPLE"]))
# Ids that name something, among which one is put into every other path.
IDS = itertools.cycle(json.loads(os.environ["API_IDS"]))
ADDRESSES = itertools.count()
TURNS = itertools.count()
# It would end the session that all later requests need.
LOGOUT = "/api/auth/logout"


@schemathesis.hook
def before_call(context, case, kwargs):
    headers = case.headers
    number = next(ADDRESSES)
    headers["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    if case.path != LOGOUT:
        headers.update(next(PEOPLE))
    if "id" in (case.path_parameters or {}) and next(TURNS) % 2:
        case.path_parameters["id"] = next(IDS)
