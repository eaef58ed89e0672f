"""Aircraft in plan view, nose up about their own middle: one outline per series, each part that can be hit a shape.

Only the starboard half of what is the same on both sides is written; port is its mirror image.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class AircraftOutline:
    """The shapes of one series."""

    wing: str
    tail: str
    body: str
    engines: tuple[str, ...] = ()
    """The starboard engines, inboard first; or the one engine in the nose."""
    nose_engine: bool = False
    fin: str = "M-2 98h4l1.500 48c0 4-1.500 8-3.500 8s-3.500-4-3.500-8z"
    side_fin: str = ""
    """A starboard fin, where the tail has two."""
    glass: tuple[str, ...] = ()
    panels: str = ""
    side_panels: str = ""
    guns: str = ""
    side_guns: str = ""
    airscrews: tuple[tuple[float, float, float], ...] = ()
    """Middle (starboard or on the axis) and half the width of each airscrew."""
    mark: tuple[float, float] = (125, -38)
    """Position of the national marking on the starboard wing."""
    marking: str = "cross"
    scale: float = 1.0
    engine_places: tuple[tuple[float, float], ...] = field(default=())
    """The front of each starboard engine, inboard first, for its boxes."""


BF109 = AircraftOutline(
    wing="M13-84 146-66c22 3 32 13 32 24s-11 17-29 19L22 2 13 8z",
    tail="M5 116 50 124c10 2 13 7 11 12-2 5-7 7-15 7H5z",
    engines=("M0-158c7 0 12 5 14 14l3 52H-17l3-52c2-9 7-14 14-14z",),
    nose_engine=True,
    body="M-17-92H17c1 26-2 60-6 92L5 104 3 152c-.5 5-1.500 8-3 10-1.500-2-2.500-5-3-10L-5 104l-6-104c-4-32-7-66-6-92z",
    glass=("M-7-44h14l1 20-2 34c-2 10-4 16-6 20-2-4-4-10-6-20l-2-34z",),
    panels="M-16-120H16M-15-104H15M-7-150v54M7-150v54M-7-30H7M-7-12H7M-10 56h20M-7 88H7M0 96v58",
    side_panels="M44-79V-5M82-74v66M116-69v58M146-65l5 50M40-20l100-6",
    guns="M-5-140v-12M5-140v-12",
    airscrews=((0, -162, 56),),
    mark=(128, -44),
)
FW190 = AircraftOutline(
    wing="M17-88 24-80 150-62c24 4 38 14 38 24s-14 17-38 20L24 1 14 12z",
    tail="M5 112 58 121c10 2 13 8 11 13-2 6-8 8-16 8H5z",
    engines=("M0-158c12 0 20 5 22 13l1.500 42h-47L-22-145c2-8 10-13 22-13z",),
    nose_engine=True,
    body="M-23.500-103h47c0 26-3 52-7 82L7 100 4 146c-.5 5-2 9-4 12-2-3-3.500-7-4-12L-7 100l-9.500-121"
    "c-4-30-7-56-7-82z",
    glass=("M0-64c6 0 9 6 9 16 0 20-4 42-9 52-5-10-9-32-9-52 0-10 3-16 9-16z",),
    panels="M-22-128h44M-12-150v22M12-150v22M-9-60-6 96M9-60 6 96M-14 20h28M-10 60h20M-9-46H9M-8-26H8M0 92v54",
    side_panels="M40-77.500V-2M70-73V-6M100-69v58M130-65v50M150-62l6 45M42-14l92-12",
    guns="M-9-128v22M9-128v22",
    side_guns="M37-78v-24M58-75v-14M122-66v-12",
    airscrews=((0, -163, 62),),
    mark=(125, -38),
)
BF110 = AircraftOutline(
    wing="M12-72 168-48c18 3 28 10 28 19s-10 14-26 15L40 10 10 14z",
    tail="M4 124 74 126v16l-70 6z",
    side_fin="M74 112c4 0 6 5 6 14v20c0 8-2 13-6 13s-6-5-6-13v-20c0-9 2-14 6-14z",
    engines=("M62-128c9 0 15 6 15 18l-1 60c-1 26-6 52-14 78-8-26-13-52-14-78l-1-60c0-12 6-18 15-18z",),
    fin="",
    body="M0-138c8 0 13 8 14 26l1 96c-1 50-5 96-8 132l-3 36c-.5 6-2 9-4 12-2-3-3.500-6-4-12l-3-36"
    "c-3-36-7-82-8-132l1-96c1-18 6-26 14-26z",
    glass=("M-8-86H8l1 40v58c-1 16-4 28-9 36-5-8-8-20-9-36v-58z",),
    panels="M-12-118h24M-9-62H9M-9-38H9M-9-14H9M-8 10H8M-8 70H8M-6 104H6",
    side_panels="M96-58V4M128-54V0M160-49v38M100-6l64-8",
    guns="M-6-136v-14M-2-138v-14M2-138v-14M6-136v-14M0 44v14",
    airscrews=((62, -131, 46),),
    mark=(140, -30),
    engine_places=((62, -128),),
)
ME410 = AircraftOutline(
    wing="M12-66 60-62 172-36c18 4 26 12 25 20s-10 12-25 12L40 14 10 18z",
    tail="M4 122 62 126c10 1 14 6 13 11s-7 7-14 7l-57 3z",
    engines=("M58-136c10 0 15 7 15 20l-1 72c-1 24-6 50-14 70-8-20-13-46-14-70l-1-72c0-13 5-20 15-20z",),
    body="M0-110c11 0 16 10 17 24l1 40c0 40-6 78-10 110l-4 80c-.5 8-2 12-4 15-2-3-3.500-7-4-15l-4-80"
    "c-4-32-10-70-10-110l1-40c1-14 6-24 17-24z",
    glass=("M-12-98c2-6 6-9 12-9s10 3 12 9l2 44-3 30c-3 10-7 16-11 20-4-4-8-10-11-20l-3-30z",),
    panels="M-13-76h26M-12-50h24M-10-28h20M-9 40H9M-7 80H7M0 100v54",
    side_panels="M96-54V4M128-46V-2M160-39v28M100-4l64-6",
    guns="M-8-108v-12M8-108v-12M-12 18l-6 10M12 18l6 10",
    airscrews=((58, -139, 46),),
    mark=(142, -22),
    engine_places=((58, -136),),
)
B17 = AircraftOutline(
    wing="M13-64 170-37c26 5 40 13 40 21 0 7-10 12-30 14L13 20z",
    tail="M6 104 70 116c12 3 17 9 15 15-2 5-9 7-18 7l-61-3z",
    engines=(
        "M47-84c0-4 4-7 9-7s9 3 9 7l1 28c-1 18-5 34-10 44-5-10-9-26-10-44z",
        "M101-72c0-4 4-7 9-7s9 3 9 7l1 26c-1 16-5 28-10 36-5-8-9-20-10-36z",
    ),
    body="M0-152c9 0 14 8 15 20l2 52-1 76c-1 40-4 76-8 104l-4 36c-.6 6-2 12-4 16-2-4-3.400-10-4-16l-4-36"
    "c-4-28-7-64-8-104l-1-76 2-52c1-12 6-20 15-20z",
    fin="M-2 78h4l3 62c0 8-2 14-5 14s-5-6-5-14z",
    glass=("M-12-134c1-10 5-15 12-15s11 5 12 15z", "M-11-102h22l1-11h-24z"),
    panels="M-4-149v15M4-149v15M-10-141h20M-16-60h32M-16-14h32M-14 44h28M-10 84h20M-9-52H9v34H-9zM0-52v34M0-88"
    "a8 8 0 1 0 .1 0M0 0a8 8 0 1 0 .1 0",
    side_panels="M24 6 96 0M102-1l76-7M30-61v79M96-50V10M150-40l4 44M186-33l-3 30M46-62h20M100-52h20",
    guns="M-2-88v-10M2-88v-10M-15 52l-9 8M15 52l9 8M0 156v10",
    airscrews=((56, -93, 25), (110, -81, 25)),
    mark=(160, -17),
    marking="star",
    engine_places=((56, -93), (110, -81)),
)
B24 = AircraftOutline(
    wing="M15-46 196-26c16 2 22 7 22 12s-6 9-20 10L15 14z",
    tail="M6 116h62v22H6z",
    side_fin="M70 104c7 0 10 9 10 24s-3 24-10 24-10-9-10-24 3-24 10-24z",
    engines=(
        "M44-74c0-4 4-6 9-6s9 2 9 6l1 30c-1 20-5 32-10 42-5-10-9-22-10-42z",
        "M99-66c0-4 4-6 9-6s9 2 9 6l1 28c-1 18-5 28-10 38-5-10-9-20-10-38z",
    ),
    fin="",
    body="M0-150c10 0 15 7 16 18l2 62v92c-1 34-5 66-8 92l-3 34c-1 5-3 8-7 8s-6-3-7-8l-3-34c-3-26-7-58-8-92"
    "v-92l2-62c1-11 6-18 16-18z",
    glass=("M-12-136c1-8 5-12 12-12s11 4 12 12z", "M-12-108h24l1-12h-26z", "M-6 154h12l-1 8H-5z"),
    panels="M-16-80h32M-17-44h34M-17 14h34M-13 70h26M-9 110H9M-10-38H10v44H-10zM0-38v44M0-100a7 7 0 1 0 .1 0",
    side_panels="M28-44v57M80-39v48M150-31v32M190-26v24M30 6l150-10",
    guns="M-2-152v-8M2-152v-8M-2-100v-9M2-100v-9M-15 60l-9 8M15 60l9 8M-2 162v8M2 162v8",
    airscrews=((53, -82, 25), (108, -74, 25)),
    mark=(168, -14),
    marking="star",
    engine_places=((53, -82), (108, -74)),
)
P47 = AircraftOutline(
    wing="M20-86C70-86 130-80 160-66c22 10 28 22 20 34-10 14-60 32-160 38z",
    tail="M6 110C36 108 60 114 64 124c3 8-4 16-18 18l-40 2z",
    engines=("M0-152c15 0 23 5 24 12l1 46h-50l1-46c1-7 9-12 24-12z",),
    nose_engine=True,
    body="M-25-94h50c1 34-3 72-9 104L8 108 4 146c-.5 5-2 9-4 12-2-3-3.500-7-4-12L-8 108-16 10c-6-32-10-70-9-104z",
    glass=("M0-52c7 0 10 6 10 16 0 18-4 34-10 42-6-8-10-24-10-42 0-10 3-16 10-16z",),
    panels="M-24-120h48M-10-48-6 96M10-48 6 96M-15 30h30M-10 70h20M-9-36H9M0 92v54",
    side_panels="M44-86V2M82-83v78M120-77v62M150-70l4 46M46-18C90-20 130-24 160-32",
    side_guns="M62-85v-14M70-84v-13M78-84v-12M86-83v-11",
    airscrews=((0, -157, 64),),
    mark=(132, -48),
    marking="star",
)
P51 = AircraftOutline(
    wing="M14-92 26-78 156-62c11 1 15 6 15 13v24c0 6-5 8-12 8L14 6z",
    tail="M5 116 50 120c8 1 11 5 11 10v6c0 5-3 7-9 7H5z",
    engines=("M0-158c8 0 13 4 15 12l2 52h-34l2-52c2-8 7-12 15-12z",),
    nose_engine=True,
    body="M-17-94h34c1 30-2 66-6 98L6 104 4 148c-.5 5-2 8-4 10-2-2-3.500-5-4-10L-6 104-11 4c-4-32-7-68-6-98z",
    glass=("M0-46c6 0 9 6 9 15 0 20-4 38-9 46-5-8-9-26-9-46 0-9 3-15 9-15z",),
    panels="M-16-122h32M-15-106h30M-11 40h22M-8 80H8M-8-30H8M0 92v54",
    side_panels="M46-77V0M84-73v69M118-68v58M148-64v52M48-14l96-8",
    side_guns="M56-74v-12M64-73v-11",
    airscrews=((0, -162, 58),),
    mark=(122, -42),
    marking="star",
)
P38 = AircraftOutline(
    wing="M18-58 186-30c16 3 22 9 22 15s-8 10-22 11L18 10z",
    tail="M0 116h60v20H0z",
    side_fin="M62 100c5 0 8 10 8 28s-3 28-8 28-8-10-8-28 3-28 8-28z",
    engines=("M62-124c9 0 13 6 13 18l1 62-6 70-3 94h-10l-3-94-6-70 1-62c0-12 4-18 13-18z",),
    fin="",
    body="M0-108c10 0 15 14 16 36l1 52c0 22-7 44-17 52-10-8-17-30-17-52l1-52c1-22 6-36 16-36z",
    glass=("M0-66c7 0 10 8 10 18 0 18-4 34-10 42-6-8-10-24-10-42 0-10 3-18 10-18z",),
    panels="M-13-80h26M-9-48H9M-14 4h28",
    side_panels="M96-45V5M128-40V1M160-34v28M96-4l90-8",
    guns="M-7-104v-16M-2-106v-18M3-106v-18M8-104v-16",
    airscrews=((62, -127, 44),),
    mark=(150, -20),
    marking="star",
    engine_places=((62, -124),),
)
SPITFIRE = AircraftOutline(
    wing="M12-82C70-84 140-74 170-48c10 9 11 18 0 26C140-2 70 12 12 10z",
    tail="M5 116C30 112 54 116 58 126c2 8-6 14-20 16l-33 2z",
    engines=("M0-160c7 0 12 4 13 12l4 54h-34l4-54c1-8 6-12 13-12z",),
    nose_engine=True,
    body="M-17-94h34c1 30-2 66-6 98L6 104 4 148c-.5 5-2 8-4 10-2-2-3.500-5-4-10L-6 104-11 4c-4-32-7-68-6-98z",
    glass=("M0-40c6 0 9 6 9 15 0 18-4 34-9 42-5-8-9-24-9-42 0-9 3-15 9-15z",),
    panels="M-15-122h30M-16-106h32M-11 40h22M-8 80H8M-8-24H8M0 92v54",
    side_panels="M46-82V8M84-79V0M120-71v60M148-61l4 34M48-14c40-2 80-6 110-14",
    side_guns="M54-82v-24M78-80v-10",
    airscrews=((0, -164, 54),),
    mark=(118, -38),
    marking="roundel",
)

OUTLINES = {
    "Bf109": BF109,
    "Fw190": FW190,
    "Bf110": BF110,
    "Me410": ME410,
    "B-17": B17,
    "B-17G": B17,
    "YB-40": B17,
    "B-24": B24,
    "P-47": P47,
    "P-51": P51,
    "P-38": P38,
    "Spitfire IX": SPITFIRE,
}


PLAIN = {("cross", 1): FW190, ("cross", 2): BF110, ("star", 1): P51, ("star", 2): P38, ("star", 4): B17}
"""By national marking and engines, what a series or type without an outline of its own is drawn as."""


def outline_of(name: str, marking: str, engines: int) -> AircraftOutline:
    """Return the outline of a series or type; one that only a pack has is drawn as others with as many engines."""
    return OUTLINES.get(name) or PLAIN[marking, engines]
