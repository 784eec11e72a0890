/** A subcontractor's part of a State highway, with rates for labour and machines, without material. */
export const earthwork = `
1 | Site clearance and setting out
1.1 | Clearing and grubbing of the road land, uprooting of vegetation, grass and shrubs, trees of girth up to 300 mm included, with disposal of what is of no use | hectare | 6.8 | 41250
1.2 | Felling of trees of girth above 300 mm up to 600 mm, cutting of trunks and branches, removal of stumps and stacking | no | 84 | 412
1.3 | Setting out of the centre line with reference pillars at 50 m, and their upkeep until the work is handed over | km | 6.5 | 9800
2 | Excavation
2.1 | Excavation for roadway in soil by mechanical means
2.1.1 | In ordinary soil, loading into tippers and transport to the embankment, all lifts and lead up to 1,000 m | cum | 14200 | 68.5
2.1.2 | The same in hard soil or soft murrum | cum | 11650 | 84.25
2.1.3 | Extra for each further kilometre of lead or a part of it, measured loose | cum | 9300 | 11.75
2.2 | Excavation in ordinary rock without blasting, by rock breaker, with stacking of serviceable stone for measurement | cum | 2140 | 268
2.3 | Excavation in hard rock where blasting is not allowed, by rock breaker or controlled splitting, with disposal within 1,000 m | cum | 1085 | 712.5
2.4 | Excavation of drains in soil to the section drawn, dressing of sides and bottom by hand | cum | 1420 | 118
2.5 | Removal of unsuitable soil, soft and wet, from under the embankment, and its disposal as directed | cum | 1960 | 96.4
3 | Embankment and subgrade
3.1 | Construction of embankment with approved material from cuttings of the roadway, spreading in layers, watering and rolling to 95 per cent of the laboratory density | cum | 17600 | 52.75
3.2 | Construction of embankment with murrum from borrow pits, seigniorage paid by the contractor, otherwise as before | cum | 6450 | 104
3.3 | Subgrade of selected soil of CBR not below 8 per cent, 500 mm thick, graded and rolled to 97 per cent | cum | 9240 | 88.6
3.4 | Earthen shoulders with approved murrum in two layers, watered and rolled | cum | 3180 | 92
3.5 | Loosening of the present surface to a depth of 150 mm and rolling again | sqm | 14600 | 9.85
4 | Slopes and drainage
4.1 | Turfing of slopes with sods of doob grass, watering until it has taken root | sqm | 12400 | 24.5
4.2 | Stone pitching 300 mm thick on slopes at culverts, stones of the employer, hand-packed, spalls filled in | cum | 286 | 645
4.3 | Filter of graded material behind pitching, 150 mm thick | cum | 143 | 528
4.4 | Laying of hume pipes NP4 of 1,000 mm, pipes and bedding of the employer, jointing with collars | m | 118 | 1460
5 | Hire for work by the day
5.1 | Excavator of 0.9 cum with operator and fuel, for work that cannot be measured, on a written order | hour | 120 | 1850
5.2 | Vibratory roller of 10 t with operator and fuel, as before | hour | 96 | 1420
5.3 | Water tanker of 10,000 litres with pump, as before | day | 45 | 3650
5.4 | Flagmen, cones and lamps while one lane is open to traffic | month | 8 | 38500
`
