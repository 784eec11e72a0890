import { type Breakdown, part } from './breakdown.sample.ts'

/** A school building, finished and handed over. */
export const schoolBuilding: Breakdown = {
  slip: 0,
  parts: [
    part('Site and foundations', [
      ['Demolition of the old block', 310, 'sqm', 640, -455, -440, 100],
      ['Setting out of the building', 1, 'job', 36_000, -438, -433, 100],
      part('Earthwork', [
        ['Excavation for column footings', 1_120, 'cum', 242, -432, -414, 100],
        ['Refilling around footings', 690, 'cum', 118, -388, -378, 100],
        ['Filling of plinth with murram', 860, 'cum', 465, -372, -354, 100],
      ]),
      part('Footings and plinth', [
        ['Bed concrete 1:4:8 below footings', 84, 'cum', 5_420, -414, -404, 100],
        part('Column footings', [
          ['Footing reinforcement', 11.8, 'MT', 79_600, -406, -394, 100],
          part('Footing concrete M25', [
            ['Footings of grid A to D', 92, 'cum', 7_880, -400, -392, 100],
            ['Footings of grid E to H', 96, 'cum', 7_880, -394, -385, 100],
          ]),
        ]),
        ['Size stone masonry in foundation', 164, 'cum', 5_150, -386, -366, 100],
        ['Plinth beams in M25', 58, 'cum', 8_340, -372, -358, 100],
      ]),
    ]),
    part('Structure', [
      part('Ground floor', [
        ['Columns to first floor', 38, 'cum', 9_260, -352, -334, 100],
        part('First floor slab and beams', [
          ['Shuttering of first floor slab', 1_240, 'sqm', 485, -338, -318, 100],
          ['Reinforcement of first floor slab', 15.4, 'MT', 79_600, -326, -312, 100],
          ['Concrete M25 of first floor slab', 186, 'cum', 8_120, -312, -308, 100],
        ]),
        ['Staircase to first floor', 14, 'cum', 9_640, -310, -298, 100],
      ]),
      part('First floor', [
        ['Columns to roof', 36, 'cum', 9_260, -296, -278, 100],
        part('Roof slab and beams', [
          ['Shuttering of roof slab', 1_280, 'sqm', 485, -282, -262, 100],
          ['Reinforcement of roof slab', 15.9, 'MT', 79_600, -270, -256, 100],
          ['Concrete M25 of roof slab', 192, 'cum', 8_120, -256, -252, 100],
        ]),
        ['Parapet and chajjas', 212, 'rmt', 1_460, -248, -228, 100],
      ]),
    ]),
    part('Masonry and plaster', [
      ['Solid block masonry, ground floor', 218, 'cum', 6_240, -300, -270, 100],
      ['Solid block masonry, first floor', 204, 'cum', 6_240, -246, -216, 100],
      ['Ceiling plaster 1:3', 2_410, 'sqm', 246, -232, -204, 100],
      ['Wall plaster 1:6, inside', 4_860, 'sqm', 268, -222, -176, 100],
      ['Wall plaster with waterproofing, outside', 2_180, 'sqm', 342, -190, -158, 100],
    ]),
    part('Doors, windows and floors', [
      ['Steel windows with guard bars', 264, 'sqm', 4_380, -180, -146, 100],
      ['Flush doors in Honne frames', 34, 'nos', 14_800, -172, -138, 100],
      ['Vitrified tiles in classrooms', 1_860, 'sqm', 1_140, -158, -118, 100],
      ['Polished granite on stairs and sills', 176, 'sqm', 3_250, -142, -116, 100],
      ['Green boards and pin-up boards', 32, 'nos', 11_600, -112, -104, 100],
    ]),
    part('Services', [
      part('Electrical', [
        ['Concealed conduits', 3_250, 'rmt', 118, -262, -206, 100],
        ['Wiring and switch boards', 486, 'nos', 1_240, -168, -128, 100],
        ['Fans and LED fittings', 312, 'nos', 2_180, -124, -102, 100],
        ['Lightning arrester and earthing', 6, 'nos', 38_500, -130, -112, 100],
      ]),
      part('Water and sanitation', [
        ['Toilet block for girls', 1, 'nos', 1_380_000, -210, -128, 100],
        ['Toilet block for boys', 1, 'nos', 1_260_000, -204, -122, 100],
        ['Sump of 30,000 litres', 1, 'nos', 540_000, -196, -158, 100],
        ['Septic tank and soak pit', 1, 'nos', 415_000, -186, -150, 100],
        ['Rain water harvesting', 1, 'job', 265_000, -120, -100, 100],
      ]),
    ]),
    part('Finishing and handing over', [
      ['Waterproofing of roof with brick bat coba', 640, 'sqm', 1_160, -150, -126, 100],
      ['Painting, two coats over primer', 7_040, 'sqm', 164, -130, -92, 100],
      ['Ramp and handrails', 1, 'job', 318_000, -118, -98, 100],
      ['Compound wall and gate', 236, 'rmt', 6_480, -150, -96, 100],
      ['Play ground levelled', 2_900, 'sqm', 92, -104, -90, 100],
      ['Snags of the joint inspection put right', 27, 'nos', 6_200, -90, -78, 100, 'site'],
      ['Keys and as-built drawings handed over', 1, 'job', 45_000, -78, -74, 100, 'owner'],
    ]),
  ],
  remarks: {
    'Demolition of the old block': { comment: 'Done in the summer holidays; the usable tiles went to the school.' },
    'Concrete M25 of roof slab': { isMilestone: true },
    'Footing reinforcement': { taskType: 'Structural' },
    'Concealed conduits': { taskType: 'Electrical' },
    'Sump of 30,000 litres': { taskType: 'Plumbing', comment: 'Tested for water tightness over 72 hours.' },
    'Snags of the joint inspection put right': { comment: 'All 27 points of the list of the inspection are closed.' },
    'Keys and as-built drawings handed over': {
      isMilestone: true,
      comment: 'Taken over by the head master in writing.',
    },
  },
}
