import type { contractInput } from '@plinth/api/tenders/contracts'
import type { input } from 'zod/v4/core'

/** Comments and other fields of a tender that its row does not contain, by its indent. */
export const remarks: Readonly<Record<number, Partial<input<typeof contractInput>>>> = {
  1846: {
    comments: 'Quarry lead checked: jelly from Halebidu, 22 km. EMD by DD in favour of the Executive Engineer, Hassan.',
  },
  773: { comments: 'Pre-bid meeting attended. Ask for the corrigendum on steel windows before bidding.' },
  214538: { comments: 'Joint venture with a specialist for the spans of 40 m is being talked over.' },
  1127: { comments: 'Not bid: solvency certificate came a day late.' },
  118: { comments: 'Technical bid opened, five bidders qualified. Price bid awaited.' },
  1791: { comments: 'Two queries of the department answered on the portal.' },
  2164: { comments: 'We stood second, 1.4 % above the lowest.' },
  371: { comments: 'Lowest bid 16.8 % below the estimate; we stood fourth.' },
  188204: { comments: 'Disqualified in the technical bid: similar work of the last seven years fell short of 40 %.' },
  246: { comments: 'Tender recalled by the board after the estimate was revised.' },
  986: { comments: 'Cancelled before the price bids were opened, grant lapsed.' },
  529: { comments: 'Single bid; called again later as two packages.' },
  2058: { comments: 'Additional security is asked for, the bid being more than 10 % below the estimate.' },
  41: { comments: 'Traffic block to be applied for with the divisional office, two months ahead.' },
  884: {
    extensionCoun: 1,
    comments:
      'First extension of 30 days, without penalty for the flood of the Vedavathi, is over; the second is applied for.',
  },
  1793: { comments: 'Stopped at ch. 0+512: a trunk sewer that is in no drawing. BWSSB shifts it.' },
  198377: { comments: 'Land for 180 m of the left service road is not handed over.' },
  548: { comments: 'Stopped by the grama panchayat over the approach; talks with the tahsildar.' },
  318: { comments: 'Work of the second closure. Hard rock beyond the tender quantity, variation submitted.' },
  22: { comments: 'Resumed after the monsoon.' },
  874: { extensionCoun: 1, comments: 'Pipes of the department arrived; laying has been taken up again.' },
  164: { comments: 'Escalation of 84 lakh is refused; notice of arbitration served.' },
  176290: {
    extensionCoun: 2,
    comments: 'Damages withheld for delay although the ghat was closed 92 days. Before the dispute board.',
  },
  1422: { comments: 'Measurement of basement excavation is contested by 3,140 cum; joint check by a third party.' },
  337: {
    terminationReason:
      'Site was under litigation and could not be handed over within 120 days; closed by the board without liability.',
  },
  941: {
    extensionCoun: 1,
    terminationReason:
      'Terminated by the department for slow progress after the landslips of two monsoons; 38 % was executed and measured.',
  },
  402: { terminationReason: 'Alignment fell on forest land; department foreclosed the work after 140 m.' },
  365: { comments: 'Defect liability of 24 months runs from the day of completion.' },
  703: { extensionCoun: 1 },
  1187: { comments: 'Final bill of 1.86 crore with the Executive Engineer, budget of the ward works is awaited.' },
  655: { comments: 'Third-party quality report is enclosed to the final bill.' },
}
