import type { Rows } from './tenders.sample.ts'

/** Tenders whose work has begun, in the same format as `tenders`. */
export const works: Rows = {
  // The day is the planned start of the work.
  MOBILIZED: [
    [-13, 'BWSSB', 488, 'Trunk sewer, Uttarahalli to Subramanyapura', 164_720_900, -7.8, 16, 'South Division 2'],
    [-19, 'CPWD', 16, 'Archives block of the Survey of India, Koramangala', 131_894_000, -1.75, 16, 'Division II'],
    [-8, 'PWD', 1568, 'Resurfacing of Hassan ring road, km 0 to 9.4', 57_386_100, -10.35, 5, 'Hassan Division'],
  ],
  WORK_IN_PROGRESS: [
    [
      -262,
      'PWD',
      1214,
      'Widening of Arsikere–Banavara road, km 12.40 to 20.80',
      249_582_300,
      -6.2,
      12,
      'Hassan Division',
    ],
    [-466, 'PWD', 884, 'Bridge across Vedavathi near Hosadurga', 84_236_700, -3.1, 14, 'Chitradurga Division'],
    [-95, 'KUWSDB', 97, 'Water supply to Tiptur from Nonavinakere tank', 273_960_500, -5.2, 12, 'Tumakuru Division'],
  ],
  ON_HOLD: [
    [-150, 'BBMP', 1793, 'Box drain, Basaveshwaranagar to Kamakshipalya', 66_204_800, -4.9, 10, 'Storm Water Drains'],
    [-204, 'NHAI', 198377, 'Service roads at Nelamangala toll plaza on NH-48', 92_647_500, -9.05, 10, 'PIU Bengaluru'],
    [-171, 'KRIDL', 548, 'Samudaya bhavana at Shravanabelagola', 19_482_300, -2.15, 12, 'Hassan Division'],
  ],
  RESUMED: [
    [-178, 'CNNL', 318, 'Lining of distributary 26, Hemavathy canal', 100_318_400, -9.4, 7, 'Turuvekere'],
    [-243, 'SWR', 22, 'Track-side drains between Hassan and Alur', 31_578_600, 5.25, 9, 'Works Branch, Mysuru'],
    [-226, 'PRED', 874, 'Jal Jeevan Mission works, 14 villages of Belur', 47_293_500, -4.45, 12, 'Belur'],
  ],
  DISPUTE: [
    [-512, 'KIADB', 164, 'Effluent treatment plant at Hassan growth centre', 156_482_700, -6.05, 15, 'Hassan Zone'],
    [-447, 'NHAI', 176290, 'Slope protection on Shiradi ghat, NH-75', 203_756_000, -13.85, 14, 'PIU Mangaluru'],
    [-390, 'BBMP', 1422, 'Multi-level car park at Jayanagar 4th Block', 178_330_500, -8.65, 18, 'Major Roads'],
  ],
  TERMINATED: [
    [-420, 'BWSSB', 337, 'Pumping station at Thippasandra', 41_870_200, -5.6, 12, 'East Division 1'],
    [-365, 'PWD', 941, 'Retaining walls on Bisle ghat road', 38_254_600, -14.7, 9, 'Sakleshpura Sub-Division'],
    [-540, 'KRIDL', 402, 'Boundary wall of the sericulture farm at Somanahalli', 8_946_300, -7.1, 6, 'Bengaluru Rural'],
  ],
  // The day is the end of the work.
  COMPLETED: [
    [-70, 'KRIDL', 365, 'High school of 16 classrooms at Turuvekere', 42_096_500, -4.6, 13, 'Tumakuru Division'],
    [-24, 'PWD', 1033, 'Culverts on Gandasi–Javagal road', 27_843_900, -8.25, 8, 'Hassan Division'],
    [-43, 'BBMP', 1506, 'Footpaths of Krishnarajendra road', 35_219_400, -11.5, 7, 'Road Infrastructure, South'],
  ],
  SUBMITTED_FOR_APPROVAL: [
    [-58, 'CPWD', 9, 'Roof treatment of GPOA complex, Domlur', 9_637_800, -17.2, 4, 'Division II'],
    [-66, 'CNNL', 266, 'Repairs of drop structures on Yagachi canal', 22_764_100, -6.75, 6, 'Yagachi'],
    [-72, 'PRED', 719, 'Check dams in Kanakatte hobli', 16_328_900, -3.55, 7, 'Arsikere'],
  ],
  APPROVED: [
    [-96, 'PWD', 812, 'Asphalting of Arsikere–Haranahalli road', 49_165_700, -9.15, 8, 'Hassan Division'],
    [-104, 'KUWSDB', 61, 'Filter house renewed at Hassan treatment plant', 53_408_200, -2.35, 10, 'Hassan Division'],
    [-113, 'MES', 161744, 'Provision of sheds at Yelahanka', 29_875_300, 0.95, 9, 'GE Yelahanka'],
  ],
  PAYMENT_PENDING: [
    [-126, 'BBMP', 1187, 'Side walls of Vrishabhavathi valley', 77_950_600, -7.45, 9, 'Storm Water Drains'],
    [-139, 'PRED', 655, 'Zilla panchayat school toilets in 41 villages', 20_587_400, -5.05, 6, 'Channarayapatna'],
    [-152, 'KIADB', 117, 'Street lighting of Tumakuru industrial area', 14_293_600, -10.9, 4, 'Tumakuru Zone'],
  ],
  PAYMENT_RECEIVED: [
    [-181, 'SWR', 8, 'Goods shed approach road at Hassan yard', 26_419_700, 4.1, 6, 'Works Branch, Mysuru'],
    [-195, 'PWD', 703, 'Government polytechnic workshop at Holenarasipura', 39_702_800, -3.85, 12, 'Hassan Division'],
    [-214, 'BWSSB', 241, 'Sewage lift line of 600 mm at Hulimavu', 45_836_200, -6.3, 9, 'South Division 1'],
  ],
  CLOSED: [
    [-455, 'PWD', 512, 'Minor bridge on Alur–Kenchammana Hosakote road', 32_618_500, -5.95, 10, 'Hassan Division'],
    [-498, 'KRIDL', 208, 'Veterinary hospital building at Arakalagudu', 11_527_600, -2.7, 9, 'Hassan Division'],
    [-561, 'CPWD', 4, 'Cement concrete roads in CPWD colony, Domlur', 6_874_200, -16.05, 4, 'Division II'],
  ],
}
