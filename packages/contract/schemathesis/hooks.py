"""Rules of the service that the spec cannot express, for Schemathesis."""

import json
import uuid

import schemathesis

MAX_LEVELS = 8

used: set[tuple[str, str]] = set()


def levels(value) -> int:
    """Returns the number of levels of items in a JSON value."""
    if isinstance(value, list):
        return max((levels(each) for each in value), default=0)
    if not isinstance(value, dict):
        return 0
    return max(("key" in value) + levels(value.get("value")), levels(value.get("items")))


@schemathesis.hook
def filter_body(context, body):
    """Removes bodies with too deeply nested items: the schema cannot express the limit, and the service returns a 400."""
    return levels(body) <= MAX_LEVELS


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives a create request a new uid if its uid was used before.

    A uid that exists with other items leads to a 400, although the body is valid. Schemathesis often repeats
    short uids and would report each of them. Unused uids are not changed, and neither are
    invalid ones.
    """
    body = case.body
    if case.operation.method.upper() != "POST" or not isinstance(body, dict):
        return
    uid = body.get("uid")
    if not isinstance(uid, str) or not 1 <= len(uid) <= 100:
        return
    namespace = json.dumps(case.path_parameters, sort_keys=True, default=str)
    if (namespace, uid) in used:
        uid = str(uuid.uuid4())
        case.body = {**body, "uid": uid}
    used.add((namespace, uid))
