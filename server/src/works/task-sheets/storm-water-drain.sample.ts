import { type Breakdown, part } from './breakdown.sample.ts'

/** A storm water drain in a town, on hold: a trunk sewer was found that is not on the drawings. */
export const stormWaterDrain: Breakdown = {
  slip: 0,
  parts: [
    part('Preliminaries', [
      ['Trial pits for buried services', 18, 'nos', 6_400, -148, -134, 100],
      ['Traffic diversion with the police', 1, 'job', 185_000, -146, -130, 100],
      ['Barricading along the drain', 1_150, 'rmt', 420, -140, -126, 100],
      ['Strengthening of compound walls nearby', 96, 'rmt', 3_850, -132, -110, 100],
    ]),
    part('Ch. 0+000 to 0+450', [
      part('Excavation, ch. 0+000 to 0+450', [
        ['Removal of the old stone drain, ch. 0+000 to 0+450', 450, 'rmt', 640, -128, -108, 100],
        ['Excavation with shoring, ch. 0+000 to 0+450', 3_680, 'cum', 358, -120, -92, 100],
        ['Carting of soil to Mavallipura', 3_400, 'cum', 286, -118, -88, 100],
      ]),
      ['Dewatering by pumps, ch. 0+000 to 0+450', 620, 'hours', 380, -118, -70, 100],
      part('Box drain, ch. 0+000 to 0+450', [
        ['Bed concrete M10, ch. 0+000 to 0+450', 198, 'cum', 5_860, -104, -84, 100],
        part('Reinforced concrete, ch. 0+000 to 0+450', [
          ['Reinforcement, ch. 0+000 to 0+450', 48.6, 'MT', 81_200, -100, -66, 100],
          part('Concrete M30, ch. 0+000 to 0+450', [
            ['Base slab, ch. 0+000 to 0+450', 268, 'cum', 8_640, -94, -62, 100],
            ['Side walls, ch. 0+000 to 0+450', 324, 'cum', 9_120, -84, -48, 100],
            ['Cover slabs, ch. 0+000 to 0+450', 216, 'cum', 9_380, -66, -28, 70],
          ]),
        ]),
        ['Cube tests, ch. 0+000 to 0+450', 24, 'nos', 850, -64, -20, 70],
        ['Backfilling, ch. 0+000 to 0+450', 1_240, 'cum', 412, -56, -20, 60],
      ]),
    ]),
    part('Ch. 0+450 to 0+820', [
      part('Trunk sewer at ch. 0+512', [
        ['Survey of the trunk sewer with BWSSB', 1, 'job', 45_000, -60, -46, 100],
        ['Supporting of the sewer', 1, 'job', 860_000, -44, 10, 20, 'owner'],
        ['Shifting of the sewer by BWSSB', 62, 'rmt', 24_500, -30, 25, 0],
      ]),
      part('Excavation, ch. 0+450 to 0+820', [
        ['Removal of the old stone drain, ch. 0+450 to 0+820', 370, 'rmt', 640, -88, -66, 100],
        ['Excavation with shoring, ch. 0+450 to 0+820', 3_020, 'cum', 358, -74, 20, 40],
        ['Carting of soil, ch. 0+450 to 0+820', 2_780, 'cum', 286, -70, 24, 35],
      ]),
      part('Box drain, ch. 0+450 to 0+820', [
        ['Bed concrete M10, ch. 0+450 to 0+820', 163, 'cum', 5_860, 22, 40, 0, 'site'],
        ['Reinforcement, ch. 0+450 to 0+820', 40, 'MT', 81_200, 26, 62, 0, 'site'],
        ['Base slab and walls M30, ch. 0+450 to 0+820', 487, 'cum', 8_920, 30, 78, 0],
        ['Cover slabs, ch. 0+450 to 0+820', 178, 'cum', 9_380, 60, 92, 0, 'site'],
        ['Backfilling, ch. 0+450 to 0+820', 1_020, 'cum', 412, 84, 100, 0],
      ]),
    ]),
    part('Ch. 0+820 to 1+150', [
      part('Excavation, ch. 0+820 to 1+150', [
        ['Removal of the old stone drain, ch. 0+820 to 1+150', 330, 'rmt', 640, 34, 50, 0],
        ['Excavation with shoring, ch. 0+820 to 1+150', 2_690, 'cum', 358, 40, 64, 0],
        ['Carting of soil, ch. 0+820 to 1+150', 2_480, 'cum', 286, 40, 66, 0],
      ]),
      part('Box drain, ch. 0+820 to 1+150', [
        ['Bed concrete M10, ch. 0+820 to 1+150', 145, 'cum', 5_860, 58, 70, 0],
        ['Reinforcement, ch. 0+820 to 1+150', 35.7, 'MT', 81_200, 62, 92, 0, 'site'],
        ['Base slab and walls M30, ch. 0+820 to 1+150', 434, 'cum', 8_920, 66, 106, 0],
        ['Cover slabs, ch. 0+820 to 1+150', 158, 'cum', 9_380, 92, 118, 0],
        ['Backfilling, ch. 0+820 to 1+150', 910, 'cum', 412, 110, 124, 0],
      ]),
      ['Outfall into the Kamakshipalya valley', 1, 'job', 1_140_000, 70, 110, 0],
    ]),
    part('Roads and handing over', [
      ['House connections into the drain', 68, 'nos', 7_400, 66, 118, 0],
      ['Silt traps with gratings', 23, 'nos', 32_500, 80, 122, 0],
      ['Shoulder drains and chambers', 46, 'nos', 18_600, 70, 120, 0, 'site'],
      ['Restoring of the carriageway', 2_300, 'sqm', 1_260, 96, 124, 0],
      ['Kerb stones and footpath', 1_150, 'rmt', 1_840, 100, 130, 0],
      ['Site cleared, drain desilted', 1, 'job', 160_000, 124, 132, 0],
    ]),
  ],
  remarks: {
    'Trial pits for buried services': { taskType: 'Survey' },
    'Survey of the trunk sewer with BWSSB': { taskType: 'Survey' },
    'Cover slabs, ch. 0+000 to 0+450': {
      status: 'ON_HOLD',
      comment: 'Gang withdrawn when the work was stopped; 140 rmt of cover slabs are left.',
    },
    'Backfilling, ch. 0+000 to 0+450': {
      status: 'ON_HOLD',
      priority: 'HIGH',
      comment: 'Open trench beside the shops until the cover slabs are cast; barricades are checked every evening.',
    },
    'Supporting of the sewer': { priority: 'BLOCKER', comment: 'Steel props ordered; drawing approved by BWSSB.' },
    'Shifting of the sewer by BWSSB': {
      status: 'ON_HOLD',
      priority: 'BLOCKER',
      comment: 'BWSSB asks for a deposit of 15.19 lakh from BBMP before it begins. Not in our scope.',
    },
    'Excavation with shoring, ch. 0+450 to 0+820': {
      status: 'ON_HOLD',
      comment: 'Sewer of 900 mm met at ch. 0+512, 1.4 m above the invert. Stopped on instruction of the engineer.',
    },
  },
}
