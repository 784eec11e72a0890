import { type Breakdown, part } from './breakdown.sample.ts'

/** Water supply to a town, in its first months. */
export const waterSupply: Breakdown = {
  slip: 0,
  parts: [
    part('Design and approvals', [
      ['Topographical survey of the rising main', 14.6, 'km', 38_000, -88, -66, 100],
      ['Soil tests at reservoir sites', 6, 'nos', 42_000, -84, -64, 100],
      ['Hydraulic design approved by the board', 1, 'job', 640_000, -72, -40, 100],
      ['Structural design of the 10 lakh litre reservoir', 1, 'job', 420_000, -62, -22, 100, 'site'],
      ['Structural design of the 5 lakh litre reservoir', 1, 'job', 310_000, -40, -3, 80, 'site'],
      ['Crossing of the railway line, leave of the railway', 1, 'job', 850_000, -55, 70, 30, 'owner'],
    ]),
    part('Intake and raw water', [
      part('Jack well at the tank', [
        ['Cofferdam at the tank bund', 1, 'nos', 1_640_000, -34, -8, 100],
        ['Excavation for the jack well', 1_280, 'cum', 612, -10, 16, 40, 'site'],
        part('Well of 8 m diameter', [
          ['Curb and cutting edge of the jack well', 5.4, 'MT', 98_000, 17, 30, 0, 'site'],
          part('Steining of the jack well', [
            ['First lift of steining, 2 m', 46, 'cum', 9_480, 30, 44, 0],
            ['Second lift of steining, 2 m', 46, 'cum', 9_480, 46, 60, 0],
            ['Third lift of steining, 2 m', 46, 'cum', 9_480, 62, 76, 0],
          ]),
          ['Bottom plug of the jack well', 38, 'cum', 8_350, 80, 86, 0],
        ]),
        ['Pump house over the jack well', 118, 'sqm', 26_500, 90, 150, 0],
      ]),
      part('Pumping machinery', [
        ['Orders for vertical turbine pumps, 3 nos of 180 HP', 3, 'nos', 2_450_000, -20, 7, 60, 'owner'],
        ['Pumps installed and aligned', 3, 'nos', 185_000, 156, 180, 0],
        ['Transformer of 500 kVA and panels', 1, 'job', 4_650_000, 120, 176, 0],
      ]),
    ]),
    part('Rising main', [
      part('DI K9 pipes of 450 mm', [
        ['Pipes supplied, first lot', 5_200, 'rmt', 6_480, -32, -6, 100],
        ['Pipes supplied, second lot', 5_200, 'rmt', 6_480, 10, 34, 0],
        ['Pipes supplied, third lot', 4_200, 'rmt', 6_480, 44, 70, 0],
      ]),
      part('Laying, km 0 to 5', [
        ['Trench excavation, km 0 to 5', 8_400, 'cum', 236, -14, 22, 40, 'site'],
        part('Pipes of km 0 to 5', [
          ['Laying and jointing, km 0 to 5', 5_000, 'rmt', 485, -6, 36, 10, 'site'],
          part('Hydraulic test, km 0 to 5', [
            ['Section test at 12 kg/sqcm, km 0 to 2.5', 1, 'nos', 48_000, 38, 44, 0, 'site'],
            ['Section test at 12 kg/sqcm, km 2.5 to 5', 1, 'nos', 48_000, 46, 52, 0, 'site'],
          ]),
        ]),
        ['Refilling and road restoring, km 0 to 5', 7_600, 'cum', 128, 40, 66, 0],
      ]),
      part('Laying, km 5 to 10', [
        ['Trench excavation, km 5 to 10', 8_400, 'cum', 236, 40, 80, 0],
        ['Laying and jointing, km 5 to 10', 5_000, 'rmt', 485, 52, 96, 0],
        ['Refilling and road restoring, km 5 to 10', 7_600, 'cum', 128, 90, 118, 0],
      ]),
      part('Laying, km 10 to 14.6', [
        ['Trench excavation in soft rock, km 10 to 14.6', 7_700, 'cum', 468, 86, 132, 0],
        ['Laying and jointing, km 10 to 14.6', 4_600, 'rmt', 485, 100, 146, 0],
        ['Refilling and road restoring, km 10 to 14.6', 6_900, 'cum', 128, 140, 168, 0],
      ]),
      part('Appurtenances', [
        ['Air valves with chambers', 22, 'nos', 64_000, 70, 150, 0],
        ['Scour valves with chambers', 14, 'nos', 58_500, 70, 150, 0],
        ['Thrust blocks at bends', 61, 'nos', 16_800, 48, 140, 0],
      ]),
    ]),
    part('Reservoirs', [
      part('Overhead tank of 10 lakh litres at Jyothinagar', [
        ['Excavation and soling at Jyothinagar', 540, 'cum', 318, 4, 18, 0, 'site'],
        ['Annular raft in M30 at Jyothinagar', 148, 'cum', 9_180, 20, 46, 0, 'site'],
        ['Columns and braces at Jyothinagar', 96, 'cum', 11_240, 50, 110, 0],
        ['Container of the tank at Jyothinagar', 184, 'cum', 13_650, 112, 172, 0],
        ['Water tightness test at Jyothinagar', 1, 'job', 35_000, 180, 190, 0],
      ]),
      part('Overhead tank of 5 lakh litres at the market', [
        ['Excavation and soling at the market', 310, 'cum', 318, 40, 52, 0],
        ['Raft, columns and braces at the market', 132, 'cum', 10_480, 54, 122, 0],
        ['Container of the tank at the market', 104, 'cum', 13_650, 124, 176, 0],
      ]),
    ]),
    part('Distribution', [
      ['HDPE pipes of 110 to 200 mm in wards 1 to 9', 18_600, 'rmt', 1_120, 60, 160, 0],
      ['HDPE pipes of 110 to 200 mm in wards 10 to 18', 17_200, 'rmt', 1_120, 110, 205, 0],
      ['House service connections with meters', 4_150, 'nos', 5_850, 120, 230, 0],
      ['Bulk meters and pressure loggers', 18, 'nos', 165_000, 170, 215, 0],
    ]),
    part('Commissioning', [
      ['Trial run of the whole scheme', 1, 'job', 480_000, 232, 246, 0, 'site'],
      ['Training of the operators of the town', 1, 'job', 120_000, 240, 250, 0],
    ]),
  ],
  remarks: {
    'Topographical survey of the rising main': { taskType: 'Survey' },
    'Structural design of the 10 lakh litre reservoir': { taskType: 'Structural' },
    'Structural design of the 5 lakh litre reservoir': {
      taskType: 'Structural',
      priority: 'HIGH',
      comment: 'Proof check asks for the uplift calculation; the consultant sends it.',
    },
    'Crossing of the railway line, leave of the railway': {
      priority: 'URGENT',
      comment: 'Plan with the Senior Divisional Engineer, Mysuru; supervision charges are paid.',
    },
    'Orders for vertical turbine pumps, 3 nos of 180 HP': { taskType: 'Procurement' },
    'Transformer of 500 kVA and panels': { taskType: 'Electrical' },
    'Pumps installed and aligned': { taskType: 'Mechanical' },
    'Pipes supplied, first lot': {
      taskType: 'Procurement',
      comment: 'Third-party inspection at the works of the maker.',
    },
    'Excavation and soling at Jyothinagar': { priority: 'HIGH' },
    'Trial run of the whole scheme': { isMilestone: true },
  },
}
