import type { ContractStatus } from '@plinth/api/tenders/contracts'

/** The departments that the sample company bids for. */
export type Department =
  | 'BBMP'
  | 'BWSSB'
  | 'CNNL'
  | 'CPWD'
  | 'KIADB'
  | 'KRIDL'
  | 'KUWSDB'
  | 'MES'
  | 'NHAI'
  | 'PRED'
  | 'PWD'
  | 'SWR'

/**
 * A tender. Its day counts from today; its meaning depends on the status: the closing of bids, the result, the award,
 * the start or the end of the work. The percentage is empty while the rates are not worked out.
 */
export type Row = readonly [
  day: number,
  department: Department,
  indent: number,
  name: string,
  estimate: number,
  percentage: number | null,
  months: number,
  division: string,
]
export type Rows = Partial<Record<ContractStatus, readonly Row[]>>

/** Tenders without work, or whose work has not begun. */
export const tenders: Rows = {
  // The day is the closing of bids.
  DRAFT: [
    [2, 'PWD', 1846, 'Strengthening of Belur–Halebidu road, km 3 to 14', 86_418_250, -7.35, 11, 'Hassan Division'],
    [4, 'KRIDL', 773, 'Hostel for 100 girls at Channarayapatna', 43_275_600, -4.2, 14, 'Hassan Division'],
    [6, 'BBMP', 2291, 'White topping of Magadi road, Ward 105', 128_940_000, -9.8, 9, 'Road Infrastructure, South'],
    [11, 'CPWD', 38, 'Type III quarters for income tax department, Koramangala', 214_650_800, null, 20, 'Division II'],
    [13, 'NHAI', 214538, 'Flyover at Bethamangala junction on NH-75', 612_300_000, -6.55, 24, 'PIU Bengaluru'],
    [
      -3,
      'PRED',
      1127,
      'Anganwadi buildings in Arakalagudu taluk, package 4',
      12_864_700,
      -2.6,
      8,
      'Hassan Sub-Division',
    ],
  ],
  SUBMITTED: [
    [-2, 'KUWSDB', 118, 'Replacement of old pumping main at Sakleshpura', 74_862_400, -5.15, 12, 'Hassan Division'],
    [-9, 'PWD', 1791, 'Bridge across Yagachi near Kattaya on MDR-41', 96_730_500, -3.75, 15, 'Hassan Division'],
    [-20, 'SWR', 48, 'Platform shelters and foot over bridge at Arsikere', 58_214_900, 2.9, 10, 'Works Branch, Mysuru'],
  ],
  // The day is the result.
  REJECTED: [
    [-16, 'BBMP', 2164, 'Redesign of junctions on Kanakapura road', 69_385_200, -6.9, 8, 'Traffic Engineering Cell'],
    [-78, 'CNNL', 371, 'Modernisation of Hemavathy left bank canal, km 92–104', 318_420_000, -11.2, 18, 'Turuvekere'],
    [-131, 'MES', 188204, 'Married accommodation for JCOs at Jalahalli', 167_905_300, 1.85, 18, 'GE (I) Bengaluru'],
  ],
  // The day is the closing of bids; nobody was awarded the work.
  CANCELLED: [
    [-64, 'KIADB', 246, 'Internal roads of Vasanthanarasapura phase 3', 241_760_000, -8.1, 14, 'Tumakuru Zone'],
    [-102, 'PRED', 986, 'Rural water supply to Doddamagge and ten hamlets', 28_493_100, -1.4, 9, 'Arakalagudu'],
    [-148, 'BWSSB', 529, 'House sewer connections in Anjanapura, package 2', 37_618_750, -3.3, 10, 'South Division 1'],
  ],
  // The day is the award.
  AWARDED: [
    [-4, 'PWD', 1702, 'Paved shoulders of SH-57, Hassan to Holenarasipura', 142_806_400, -6.45, 12, 'Hassan Division'],
    [-11, 'KRIDL', 691, 'Community health centre of 30 beds at Konanur', 61_947_300, -2.85, 14, 'Hassan Division'],
    [-17, 'BBMP', 2058, 'Remodelling of drains in Chamarajpet, Ward 140', 33_562_900, -12.6, 7, 'Storm Water Drains'],
  ],
  ACCEPTED: [
    [-19, 'CPWD', 27, 'Repairs and painting of Kendriya Sadan, block B and C', 18_736_200, -15.4, 6, 'Division II'],
    [-25, 'CNNL', 402, 'Aqueduct across Shimsha, Nagamangala canal ch. 41+200', 118_259_600, -4.6, 13, 'Turuvekere'],
    [
      -31,
      'PWD',
      1655,
      'Court complex at Arsikere, electrical and civil works',
      187_340_000,
      -3.95,
      18,
      'Hassan Division',
    ],
  ],
  WORK_ORDER_ISSUED: [
    [-33, 'KIADB', 231, 'Storm water drains of Hassan growth centre', 52_870_400, -5.7, 9, 'Hassan Zone'],
    [-36, 'SWR', 41, 'Road under bridge in lieu of LC 142 near Tiptur', 88_145_600, 3.6, 11, 'Works Branch, Mysuru'],
    [-41, 'PRED', 1043, 'Improvements to link roads in Holenarasipura taluk', 24_395_800, -8.85, 8, 'Holenarasipura'],
  ],
}
