"""The interface described as OpenAPI 3.1, made from the very types that it is asked with and answers with."""

from dataclasses import dataclass, field
from functools import cache

import msgspec

from campaigns.api import schemas
from campaigns.api.kinds import AT, Schema, described_kinds

Parameters = list[Schema]
OF_A_SEASON: Parameters = [
    {"name": "season", "in": "path", "required": True, "schema": {"type": "string", "format": "uuid"}}
]
AFTER: Parameters = [{"name": "after", "in": "query", "required": False, "schema": {"type": "integer", "minimum": 0}}]
GROUP, SEAT = "token", "seat"
REFUSED = {
    "400": "What was sent cannot be read.",
    "401": "No token, or one that is withdrawn.",
    "403": "The token may not read that.",
    "404": "There is no such thing.",
    "409": "The rules, or what has happened since, do not allow it.",
    "413": "It is far larger than any order.",
    "422": "It is not among what is offered, or not as the form wants it.",
    "503": "The server is busy. Ask again.",
}
READING, PLAYING = ("401", "403"), ("400", "401", "403", "409", "413", "422", "503")


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked: what it answers, and all that it may be refused for."""

    kind: object
    said: str
    of: Parameters = field(default_factory=list)
    refused: tuple[str, ...] = READING
    body: type[msgspec.Struct] | None = None
    token: str = GROUP

    @property
    def method(self) -> str:
        """Return the HTTP method."""
        return "get" if self.body is None else "post"


ENDPOINTS = {
    "/api/v1/group": Endpoint(schemas.GroupSchema, "The group that the token reads."),
    "/api/v1/members": Endpoint(list[schemas.MemberSchema], "Who is in it; for tokens that may."),
    "/api/v1/seasons": Endpoint(list[schemas.SeasonSchema], "Its seasons, the latest first."),
    "/api/v1/seasons/{season}/ladder": Endpoint(
        list[schemas.PlaceSchema], "A season's ladder.", OF_A_SEASON, (*READING, "404")
    ),
    "/api/v1/seasons/{season}/lines": Endpoint(
        list[schemas.LineSchema], "The lines behind it.", OF_A_SEASON, (*READING, "404")
    ),
    "/api/v1/nights": Endpoint(
        list[schemas.NightSchema], "The games that its members have played to the end, the latest 500."
    ),
    "/api/v1/seat": Endpoint(schemas.SeatSchema, "What a seat sees and is asked.", refused=PLAYING, token=SEAT),
    "/api/v1/seat/events": Endpoint(
        list[schemas.EventSchema], "What it was told after an event, 200 at most.", AFTER, PLAYING, token=SEAT
    ),
    "/api/v1/seat/answer": Endpoint(
        schemas.SeatSchema,
        "Answer a question; what came of it.",
        refused=PLAYING,
        body=schemas.AnswerSchema,
        token=SEAT,
    ),
    "/api/v1/seat/answers": Endpoint(
        schemas.SeatSchema,
        "Answer several questions, a hundred at most; they end where what follows could not be known.",
        refused=PLAYING,
        body=schemas.AnswersSchema,
        token=SEAT,
    ),
    "/api/v1/seat/begin": Endpoint(
        schemas.SeatSchema,
        "Bring a number for the dice.",
        refused=PLAYING,
        body=schemas.BeginningSchema,
        token=SEAT,
    ),
}


@cache
def openapi_document() -> Schema:
    """Return the description."""
    kinds = [one.kind for one in ENDPOINTS.values()]
    bodies = [one.body for one in ENDPOINTS.values() if one.body is not None]
    components, parts = msgspec.json.schema_components(
        [*kinds, *bodies, schemas.ProblemSchema], ref_template=f"{AT}{{name}}"
    )
    problem, sent = components[-1], iter(components[len(kinds) : -1])
    paths = {
        path: {one.method: _asked(one, schema, problem, next(sent) if one.body is not None else None)}
        for (path, one), schema in zip(ENDPOINTS.items(), components, strict=False)
    }
    tokens = {
        GROUP: {"type": "http", "scheme": "bearer", "description": "A token of a group, made by its stewards."},
        SEAT: {"type": "http", "scheme": "bearer", "description": "The token of a seat, made by a program's keeper."},
    }
    about = "A group's seasons, read-only, and a seat at a table for a program that plays."
    return {
        "openapi": "3.1.0",
        "info": {"title": "Dispersal", "version": "1", "description": about},
        "paths": paths,
        "components": {"schemas": parts | described_kinds(parts), "securitySchemes": tokens},
    }


def _asked(one: Endpoint, schema: Schema, problem: Schema, body: Schema | None) -> Schema:
    def content(kind: Schema) -> Schema:
        return {"content": {"application/json": {"schema": kind}}}

    refused = {code: {"description": REFUSED[code]} | content(problem) for code in one.refused}
    found: Schema = {
        "summary": one.said,
        "parameters": one.of,
        "security": [{one.token: []}],
        "responses": {"200": {"description": one.said} | content(schema), **refused},
    }
    return found if body is None else found | {"requestBody": {"required": True} | content(body)}
