import { type Breakdown, part } from './breakdown.sample.ts'

/** Widening of a state highway, on time except for one reach, which a power line blocks. */
export const stateHighway: Breakdown = {
  slip: 0,
  parts: [
    part('Preliminaries', [
      ['Joint survey with the department', 8.4, 'km', 42_000, -260, -248, 100],
      ['Field office and site laboratory', 1, 'job', 1_450_000, -258, -236, 100],
      ['Clearing and grubbing of the road land', 9.2, 'ha', 78_000, -250, -226, 100],
      part('Shifting of utilities', [
        ['Felling of trees with leave of the forest department', 64, 'nos', 3_850, -240, -212, 100],
        ['Shifting of water main at Banavara', 420, 'rmt', 1_850, -215, -180, 100],
        ['Shifting of 11 kV line, km 18.2 to 18.9', 14, 'nos', 62_000, -150, -24, 35, 'owner'],
      ]),
    ]),
    part('Earthwork', [
      part('Km 12.40 to 15.20', [
        ['Cutting in ordinary soil, km 12.40 to 15.20', 11_800, 'cum', 148, -238, -214, 100],
        part('Embankment, km 12.40 to 15.20', [
          ['Borrow area tests, Javagal tank bed', 6, 'nos', 8_500, -236, -226, 100],
          ['Embankment in layers of 250 mm, first reach', 19_400, 'cum', 286, -226, -186, 100],
          part('Subgrade of 500 mm, first reach', [
            ['Compaction of subgrade, first reach', 9_650, 'cum', 342, -188, -168, 100],
            ['Field density and CBR tests, first reach', 28, 'nos', 1_900, -184, -165, 100],
          ]),
        ]),
      ]),
      part('Km 15.20 to 18.00', [
        ['Cutting in ordinary soil, km 15.20 to 18.00', 9_200, 'cum', 148, -210, -188, 100],
        ['Cutting in soft rock at Kanakatte rise', 2_650, 'cum', 412, -204, -176, 100],
        ['Embankment in layers of 250 mm, second reach', 16_100, 'cum', 286, -186, -146, 100],
        ['Subgrade of 500 mm, second reach', 9_480, 'cum', 342, -148, -122, 100],
      ]),
      part('Km 18.00 to 20.80', [
        ['Cutting in ordinary soil, km 18.00 to 20.80', 7_400, 'cum', 148, -170, -146, 100],
        ['Embankment in layers of 250 mm, third reach', 14_800, 'cum', 286, -140, -70, 85],
        ['Subgrade of 500 mm, km 18.00 to 18.20', 690, 'cum', 342, -84, -58, 100],
        ['Subgrade of 500 mm, km 18.20 to 18.90', 2_360, 'cum', 342, -58, -6, 0, 'site'],
        ['Subgrade of 500 mm, km 18.90 to 20.80', 6_420, 'cum', 342, -62, 12, 70, 'site'],
      ]),
    ]),
    part('Culverts', [
      part('Box culvert 13/2, 2 m by 2 m', [
        ['Excavation for foundation, culvert 13/2', 186, 'cum', 265, -224, -218, 100],
        ['Bed concrete M15, culvert 13/2', 22, 'cum', 6_450, -217, -213, 100],
        ['Reinforcement Fe 500D, culvert 13/2', 6.8, 'MT', 82_400, -212, -204, 100],
        ['Concrete M30 in raft, walls and slab, culvert 13/2', 74, 'cum', 9_150, -206, -180, 100],
      ]),
      part('Box culvert 16/4, 3 m by 2.5 m', [
        ['Excavation for foundation, culvert 16/4', 242, 'cum', 265, -168, -160, 100],
        part('Structure of culvert 16/4', [
          ['Bed concrete M15, culvert 16/4', 31, 'cum', 6_450, -158, -154, 100],
          part('Reinforced concrete, culvert 16/4', [
            ['Reinforcement Fe 500D, culvert 16/4', 9.4, 'MT', 82_400, -152, -142, 100],
            ['Concrete M30, culvert 16/4', 103, 'cum', 9_150, -144, -118, 100],
            ['Cube tests at 28 days, culvert 16/4', 12, 'nos', 850, -112, -90, 100],
          ]),
        ]),
        ['Backfilling behind walls, culvert 16/4', 160, 'cum', 520, -112, -98, 100],
      ]),
      part('Pipe culvert 19/3, twin NP4 of 1200 mm', [
        ['Excavation and bedding, culvert 19/3', 128, 'cum', 310, -60, -48, 100],
        ['Laying and jointing of pipes, culvert 19/3', 45, 'rmt', 11_800, -46, -30, 100],
        ['Head walls in M20, culvert 19/3', 26, 'cum', 7_600, -28, -9, 60, 'site'],
      ]),
      ['Widening of slab culvert 14/5', 1, 'nos', 1_180_000, -195, -140, 100],
    ]),
    part('Sub-base and base', [
      part('Granular sub-base', [
        ['GSB 200 mm, km 12.40 to 15.20', 5_040, 'cum', 2_140, -166, -128, 100],
        ['GSB 200 mm, km 15.20 to 18.00', 5_040, 'cum', 2_140, -122, -84, 100],
        ['GSB 200 mm, km 18.00 to 20.80', 5_040, 'cum', 2_140, -10, 26, 20, 'site'],
      ]),
      part('Wet mix macadam', [
        ['Design of the WMM mix', 1, 'nos', 65_000, -150, -136, 100],
        part('WMM 250 mm, km 12.40 to 15.20', [
          ['First layer of 125 mm, km 12.40 to 15.20', 3_060, 'cum', 2_385, -128, -108, 100],
          ['Second layer of 125 mm, km 12.40 to 15.20', 3_020, 'cum', 2_385, -110, -88, 100],
        ]),
        part('WMM 250 mm, km 15.20 to 18.00', [
          ['First layer of 125 mm, km 15.20 to 18.00', 3_060, 'cum', 2_385, -82, -60, 100],
          ['Second layer of 125 mm, km 15.20 to 18.00', 3_020, 'cum', 2_385, -60, -36, 100],
        ]),
        ['WMM 250 mm, km 18.00 to 20.80', 6_080, 'cum', 2_385, 18, 48, 0, 'site'],
      ]),
      ['Paved shoulders, GSB and WMM', 3_150, 'cum', 2_260, -52, 38, 45],
    ]),
    part('Bituminous courses', [
      ['Job mix formula for DBM and BC', 2, 'nos', 95_000, -78, -58, 100],
      part('Dense bituminous macadam, 60 mm', [
        ['Prime coat, km 12.40 to 15.20', 20_160, 'sqm', 42, -62, -50, 100],
        ['DBM, km 12.40 to 15.20', 1_210, 'cum', 9_260, -50, -30, 100],
        ['Prime coat, km 15.20 to 18.00', 20_160, 'sqm', 42, -28, -16, 100],
        ['DBM, km 15.20 to 18.00', 1_210, 'cum', 9_260, -12, 8, 65, 'site'],
        ['DBM, km 18.00 to 20.80', 1_210, 'cum', 9_260, 48, 62, 0, 'site'],
      ]),
      part('Bituminous concrete, 40 mm', [
        ['BC, km 12.40 to 15.20', 806, 'cum', 10_420, -9, 0, 85, 'site'],
        ['BC, km 15.20 to 18.00', 806, 'cum', 10_420, 16, 28, 0, 'site'],
        ['BC, km 18.00 to 20.80', 806, 'cum', 10_420, 64, 76, 0, 'site'],
        ['Cores for thickness and density', 42, 'nos', 2_400, 20, 80, 0, 'site'],
      ]),
    ]),
    part('Drains and road furniture', [
      ['Lined side drain at Kanakatte village', 860, 'rmt', 3_420, -66, 2, 100, 'site'],
      ['Earthen side drain, km 15.20 to 18.00', 2_400, 'rmt', 145, -40, -14, 90],
      ['Kilometre and hectometre stones', 52, 'nos', 2_150, 60, 78, 0, 'site'],
      ['Thermoplastic lane marking', 3_780, 'sqm', 690, 74, 88, 0],
      ['Retro-reflective sign boards', 46, 'nos', 8_900, 70, 90, 0, 'site'],
      ['Crash barrier at the Kanakatte embankment', 620, 'rmt', 3_950, 56, 82, 0],
    ]),
    part('Handing over', [
      ['Final levels and measurement', 8.4, 'km', 18_000, 84, 96, 0, 'site'],
      ['As-built drawings', 1, 'job', 120_000, 86, 98, 0],
      ['Joint inspection before completion', 1, 'job', 25_000, 98, 103, 0, 'owner'],
    ]),
  ],
  remarks: {
    'Joint survey with the department': { taskType: 'Survey' },
    'Shifting of 11 kV line, km 18.2 to 18.9': {
      status: 'ON_HOLD',
      taskType: 'Electrical',
      priority: 'BLOCKER',
      comment:
        'Deposit work paid to CESC. Poles are up, stringing waits for a shutdown that was put off twice; letter sent to the Executive Engineer, CESC Arsikere.',
    },
    'Subgrade of 500 mm, km 18.20 to 18.90': {
      status: 'ON_HOLD',
      priority: 'HIGH',
      comment: 'Cannot be started before the 11 kV line is shifted.',
    },
    'Head walls in M20, culvert 19/3': { priority: 'HIGH', comment: 'Downstream wall is left; shuttering is at site.' },
    'Lined side drain at Kanakatte village': { comment: 'Weep holes done, bed slope checked with the level.' },
    'BC, km 12.40 to 15.20': { isMilestone: true, priority: 'HIGH' },
    'Cube tests at 28 days, culvert 16/4': { taskType: 'Survey', comment: 'Average 36.4 N/sqmm.' },
    'Joint inspection before completion': { isMilestone: true },
    'Earthen side drain, km 15.20 to 18.00': {
      status: 'REJECTED',
      rejectionReason: 'Bed slope runs back towards the culvert at km 16.4; levels to be corrected.',
    },
  },
}
