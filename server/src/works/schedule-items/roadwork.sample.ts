/** The schedule that the department pays for the widening of a State highway. */
export const roadwork = `
1 | Earthwork
1.1 | Excavation for roadway in soil by mechanical means, with disposal up to 1,000 m | cum | 96500 | 142.35
1.2 | Embankment with approved material from borrow areas, watered and compacted to 97 % | cum | 118000 | 318.6
2 | Sub-base and base
2.1 | Granular sub-base of grading III, laid by grader, watered and rolled | cum | 31400 | 2146.75
2.2 | Wet mix macadam, mixed in plant, laid by paver and rolled | cum | 27800 | 2389.4
3 | Bituminous work
3.1 | Prime coat with bitumen emulsion at 0.8 kg/sqm | sqm | 124000 | 46.85
3.2 | Dense bituminous macadam, mixed in hot mix plant, with VG-30 | cum | 7900 | 9874.2
4 | Culverts
4.1 | Cement concrete of grade M25 in box culverts | cum | 2150 | 7285.5
4.2 | Reinforcement with TMT bars Fe 500D | t | 186 | 78450
`
