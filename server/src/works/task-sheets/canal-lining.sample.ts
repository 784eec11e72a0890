import { type Breakdown, part } from './breakdown.sample.ts'

/** Lining of a distributary between two seasons of irrigation; hard rock took it beyond its estimate. */
export const canalLining: Breakdown = {
  slip: 0,
  parts: [
    part('Preliminaries', [
      ['Closure of the distributary agreed', 1, 'job', 24_000, -176, -168, 100],
      ['Cross sections of the canal at 25 m', 312, 'nos', 480, -174, -158, 100],
      ['Dewatering and removal of silt', 9_850, 'cum', 164, -166, -138, 100],
      ['Jungle clearance on both banks', 46_800, 'sqm', 9.5, -170, -150, 100],
    ]),
    part('Ch. 0+000 to 2+600', [
      part('Canal section, ch. 0+000 to 2+600', [
        ['Trimming of slopes, ch. 0+000 to 2+600', 18_400, 'sqm', 46, -148, -124, 100],
        ['Excavation in hard rock, ch. 1+150 to 1+640', 2_940, 'cum', 892, -144, -112, 100],
        part('Embankment, ch. 0+000 to 0+900', [
          ['Casing soil in layers, ch. 0+000 to 0+900', 6_350, 'cum', 248, -140, -116, 100],
          part('Tests of the embankment', [['Field density, ch. 0+000 to 0+900', 22, 'nos', 1_650, -134, -114, 100]]),
        ]),
      ]),
      part('Lining, ch. 0+000 to 2+600', [
        ['LDPE film under bed and slopes, ch. 0+000 to 2+600', 24_200, 'sqm', 68, -120, -94, 100],
        ['Concrete M20 lining of bed, ch. 0+000 to 2+600', 940, 'cum', 6_580, -114, -86, 100],
        ['Concrete M20 lining of slopes, ch. 0+000 to 2+600', 1_480, 'cum', 6_940, -108, -72, 100],
        ['Contraction joints and sealing, ch. 0+000 to 2+600', 9_600, 'rmt', 74, -88, -64, 100],
      ]),
    ]),
    part('Ch. 2+600 to 5+200', [
      part('Canal section, ch. 2+600 to 5+200', [
        ['Trimming of slopes, ch. 2+600 to 5+200', 17_900, 'sqm', 46, -122, -96, 100],
        ['Excavation in hard rock, ch. 3+380 to 3+720', 1_860, 'cum', 892, -118, -88, 100],
        ['Pressure relief pipes, ch. 3+380 to 3+720', 280, 'nos', 540, -88, -78, 100],
      ]),
      part('Lining, ch. 2+600 to 5+200', [
        ['LDPE film under bed and slopes, ch. 2+600 to 5+200', 23_700, 'sqm', 68, -92, -62, 100],
        ['Concrete M20 lining of bed, ch. 2+600 to 5+200', 925, 'cum', 6_580, -84, -52, 100],
        ['Concrete M20 lining of slopes, ch. 2+600 to 5+200', 1_455, 'cum', 6_940, -78, -40, 100],
        ['Contraction joints and sealing, ch. 2+600 to 5+200', 9_450, 'rmt', 74, -52, -30, 100],
      ]),
    ]),
    part('Ch. 5+200 to 7+800', [
      part('Canal section, ch. 5+200 to 7+800', [
        ['Trimming of slopes, ch. 5+200 to 7+800', 18_100, 'sqm', 46, -90, -60, 100],
        ['Embankment breach at ch. 6+420 made good', 1_640, 'cum', 312, -82, -58, 100],
      ]),
      part('Lining, ch. 5+200 to 7+800', [
        ['LDPE film under bed and slopes, ch. 5+200 to 7+800', 23_900, 'sqm', 68, -58, -28, 100],
        ['Concrete M20 lining of bed, ch. 5+200 to 7+800', 930, 'cum', 6_580, -50, -14, 100, 'site'],
        ['Concrete M20 lining of slopes, ch. 5+200 to 7+800', 1_460, 'cum', 6_940, -44, -2, 100],
        ['Contraction joints and sealing, ch. 5+200 to 7+800', 9_500, 'rmt', 74, -18, 6, 60, 'site'],
      ]),
    ]),
    part('Structures', [
      part('Field outlets', [
        ['Pipe outlets, ch. 0+000 to 3+900', 18, 'nos', 46_500, -96, -58, 100],
        ['Pipe outlets, ch. 3+900 to 7+800', 17, 'nos', 46_500, -58, -16, 100],
      ]),
      part('Cross regulator at ch. 4+950', [
        ['Piers and breast wall in M25', 48, 'cum', 8_760, -80, -52, 100],
        part('Gates', [
          ['Gates and hoists made in the workshop', 3.6, 'MT', 142_000, -70, -26, 100],
          ['Gates fixed and hoists greased', 2, 'nos', 68_000, -20, 5, 50],
        ]),
      ]),
      ['Repair of aqueduct at ch. 2+180', 1, 'job', 1_420_000, -110, -64, 100],
      ['Cattle ramps', 6, 'nos', 84_000, -48, -20, 100],
      ['Foot bridge at ch. 6+050', 1, 'nos', 640_000, -60, -24, 100],
    ]),
    part('Completion', [
      ['Inspection path gravelled', 7_800, 'rmt', 310, -30, 14, 50],
      ['Chainage stones and name boards', 46, 'nos', 1_850, -8, 16, 20],
      ['Trial run with water', 1, 'job', 60_000, 16, 22, 0, 'site'],
    ]),
  ],
  remarks: {
    'Closure of the distributary agreed': { comment: 'Water to be let in again by the canal calendar of the zone.' },
    'Cross sections of the canal at 25 m': { taskType: 'Survey' },
    'Excavation in hard rock, ch. 1+150 to 1+640': {
      actualQuantity: 7_480,
      actualRate: 892,
      comment:
        'Tender has 2,940 cum. Extra quantity measured jointly; variation of item 7 is with the Superintending Engineer.',
    },
    'Excavation in hard rock, ch. 3+380 to 3+720': {
      actualQuantity: 4_310,
      actualRate: 892,
      comment: 'Charged to the same variation as the rock at ch. 1+150.',
    },
    'Embankment breach at ch. 6+420 made good': { status: 'COMPLETED', priority: 'URGENT' },
    'Repair of aqueduct at ch. 2+180': { taskType: 'Structural' },
    'Gates and hoists made in the workshop': { taskType: 'Mechanical' },
    'Gates fixed and hoists greased': {
      status: 'REOPENED',
      taskType: 'Mechanical',
      comment: 'Left gate jams at half height; the seal is to be trimmed.',
    },
    'Trial run with water': { isMilestone: true, priority: 'HIGH' },
  },
}
