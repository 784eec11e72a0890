import { type Breakdown, part } from './breakdown.sample.ts'

/** A bridge of three spans, late: a flood cost a season of work in the river. */
export const riverBridge: Breakdown = {
  slip: 19,
  parts: [
    part('Preliminaries', [
      ['Setting out of bridge line and pillars', 1, 'job', 68_000, -466, -459, 100],
      ['Confirmatory bore holes', 4, 'nos', 92_000, -461, -440, 100],
      ['Diversion road with hume pipes', 280, 'rmt', 4_850, -455, -430, 100],
      ['Casting yard and batching plant', 1, 'job', 1_850_000, -450, -420, 100],
    ]),
    part('Foundations', [
      part('Abutment A1', [
        ['Excavation to founding level, A1', 640, 'cum', 385, -428, -410, 100],
        ['Dewatering, A1', 310, 'hours', 420, -426, -392, 100],
        ['Levelling course M15, A1', 28, 'cum', 6_380, -408, -404, 100],
        ['Open foundation in M30, A1', 168, 'cum', 8_720, -402, -386, 100],
      ]),
      part('Pier P1', [
        ['Sand island and cofferdam, P1', 1, 'nos', 1_240_000, -400, -372, 100],
        part('Well foundation, P1', [
          ['Cutting edge and curb, P1', 7.2, 'MT', 96_000, -372, -352, 100],
          part('Well steining, P1', [
            ['Steining in M30, P1', 142, 'cum', 9_240, -352, -300, 100],
            ['Sinking in soil and soft rock, P1', 11.5, 'rmt', 148_000, -340, -270, 100],
          ]),
          ['Bottom plug and top plug, P1', 64, 'cum', 8_860, -268, -256, 100],
        ]),
      ]),
      part('Pier P2', [
        ['Sand island and cofferdam, P2', 1, 'nos', 1_240_000, -330, -300, 100],
        part('Well foundation, P2', [
          ['Cutting edge and curb, P2', 7.2, 'MT', 96_000, -300, -284, 100],
          ['Steining in M30, P2', 148, 'cum', 9_240, -284, -226, 100],
          ['Sinking in soil and soft rock, P2', 12.4, 'rmt', 148_000, -270, -196, 100],
          ['Bottom plug and top plug, P2', 64, 'cum', 8_860, -194, -182, 100],
        ]),
      ]),
      part('Abutment A2', [
        ['Excavation to founding level, A2', 590, 'cum', 385, -380, -362, 100],
        ['Levelling course M15, A2', 26, 'cum', 6_380, -360, -356, 100],
        ['Open foundation in M30, A2', 161, 'cum', 8_720, -354, -336, 100],
      ]),
    ]),
    part('Substructure', [
      ['Abutment A1 with wing walls in M30', 214, 'cum', 9_380, -330, -282, 100],
      ['Abutment A2 with wing walls in M30', 206, 'cum', 9_380, -280, -232, 100],
      part('Piers', [
        part('Pier P1 above the well', [
          ['Well cap in M35, P1', 72, 'cum', 9_940, -254, -240, 100],
          ['Shaft in M35, P1', 58, 'cum', 10_280, -238, -214, 100],
          ['Pier cap in M35, P1', 31, 'cum', 10_920, -212, -194, 100],
        ]),
        part('Pier P2 above the well', [
          ['Well cap in M35, P2', 72, 'cum', 9_940, -180, -166, 100],
          ['Shaft in M35, P2', 60, 'cum', 10_280, -164, -140, 100],
          ['Pier cap in M35, P2', 31, 'cum', 10_920, -138, -120, 100, 'site'],
        ]),
      ]),
      ['Bearing pedestals and elastomeric bearings', 18, 'nos', 48_500, -126, -104, 100, 'site'],
    ]),
    part('Superstructure', [
      part('Span A1 to P1', [
        ['PSC girders cast and stressed, span A1 to P1', 3, 'nos', 1_640_000, -170, -122, 100],
        ['Launching of girders, span A1 to P1', 3, 'nos', 185_000, -118, -108, 100],
        part('Deck slab, span A1 to P1', [
          ['Deck reinforcement, span A1 to P1', 14.6, 'MT', 83_500, -106, -94, 100],
          ['Deck concrete M40, span A1 to P1', 82, 'cum', 10_860, -92, -84, 100],
        ]),
      ]),
      part('Span P1 to P2', [
        ['PSC girders cast and stressed, span P1 to P2', 3, 'nos', 1_640_000, -144, -104, 100],
        ['Launching of girders, span P1 to P2', 3, 'nos', 185_000, -100, -90, 100],
        part('Deck slab, span P1 to P2', [
          ['Deck reinforcement, span P1 to P2', 14.6, 'MT', 83_500, -88, -76, 100, 'site'],
          ['Deck concrete M40, span P1 to P2', 82, 'cum', 10_860, -74, -62, 100, 'site'],
        ]),
      ]),
      part('Span P2 to A2', [
        ['PSC girders cast and stressed, span P2 to A2', 3, 'nos', 1_640_000, -112, -78, 90],
        ['Launching of girders, span P2 to A2', 3, 'nos', 185_000, -76, -68, 0],
        part('Deck slab, span P2 to A2', [
          ['Deck reinforcement, span P2 to A2', 14.6, 'MT', 83_500, -67, -59, 0],
          ['Deck concrete M40, span P2 to A2', 82, 'cum', 10_860, -58, -56, 0],
        ]),
      ]),
      ['Crash barriers in M40', 148, 'rmt', 9_650, -64, -48, 30, 'site'],
      ['Strip seal expansion joints', 4, 'nos', 212_000, -54, -47, 0],
      ['Mastic asphalt wearing coat, 25 mm', 555, 'sqm', 1_180, -50, -45, 0],
    ]),
    part('Approaches and protection', [
      ['Reinforced earth wall, Hosadurga side', 940, 'sqm', 5_860, -160, -96, 100],
      ['Reinforced earth wall, Hiriyur side', 880, 'sqm', 5_860, -112, -58, 80],
      ['Stone pitching of quadrants', 760, 'cum', 2_340, -78, -48, 40],
      ['Approach slabs in M30', 46, 'cum', 8_950, -62, -50, 0],
      ['Guide bund upstream, right bank', 1_900, 'cum', 360, -120, -84, 0],
    ]),
    part('Completion', [
      ['Load test of span P1 to P2', 1, 'job', 480_000, -46, -43, 0],
      ['Painting, name plates and road signs', 1, 'job', 260_000, -52, -42, 0],
      ['Diversion road removed, river bed restored', 1, 'job', 190_000, -45, -40, 0],
    ]),
  ],
  remarks: {
    'Confirmatory bore holes': {
      taskType: 'Survey',
      comment: 'Hard rock 1.8 m lower than in the tender drawings at P2.',
    },
    'Sinking in soil and soft rock, P2': {
      comment: 'Stopped for 41 days by the flood; hindrance register signed by the Assistant Executive Engineer.',
    },
    'PSC girders cast and stressed, span P2 to A2': {
      priority: 'URGENT',
      comment: 'Third girder cast, stressing due when the cubes reach 40 N/sqmm.',
    },
    'Launching of girders, span P2 to A2': { priority: 'URGENT', isMilestone: true },
    'Deck concrete M40, span P1 to P2': {
      isMilestone: true,
      comment: 'Poured in one night. Curing under wet hessian for 14 days.',
    },
    'Crash barriers in M40': {
      priority: 'HIGH',
      comment: 'Left side of the first span stands; moulds for the kerb are short.',
    },
    'Guide bund upstream, right bank': {
      status: 'CANCELLED',
      comment: 'Left out by the department in the revised drawing.',
    },
    'Strip seal expansion joints': { taskType: 'Procurement', comment: 'Supplier asks for five weeks from the order.' },
  },
}
