"""What Schemathesis has to know about the service beyond the spec."""

import json
import uuid

import schemathesis

MAX_LEVELS = 8

used: set[tuple[str, str]] = set()


def levels(value) -> int:
    """How many levels of items a JSON value has."""
    if isinstance(value, list):
        return max((levels(each) for each in value), default=0)
    if not isinstance(value, dict):
        return 0
    return max(("key" in value) + levels(value.get("value")), levels(value.get("items")))


@schemathesis.hook
def filter_body(context, body):
    """Leaves out bodies whose items nest too deep: they are valid by the schema, which cannot count, and get a 400."""
    return levels(body) <= MAX_LEVELS


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives a create request a fresh uid when its uid is taken.

    A uid that exists with other items is a 400, although the body is valid by the schema. Schemathesis often repeats
    short uids and would report each of them. A uid that is not taken yet stays as it was generated, and so does an
    invalid one.
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
