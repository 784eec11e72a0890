import { leadingOf, settleBid } from '@plinth/api/tenders/bid'

/** The columns whose spelling is not the wire's. */
export const spelling = { extensionCoun: 'extension_count', aggreementDate: 'agreement_date' }

type Maybe = number | null | undefined

/**
 * The percentage rule over three fields of a record, by their wire names: actual value, bid value, percentage.
 * Contracts and projects share it (SPEC section 5).
 */
export function bidRule<A extends string, V extends string, P extends string>(actual: A, value: V, percentage: P) {
  type Figures = { [K in A | V | P]?: Maybe }
  const bidIn = (figures: Figures) => ({
    actual: figures[actual] ?? null,
    value: figures[value] ?? null,
    percentage: figures[percentage] ?? null,
  })
  const settle = (figures: Parameters<typeof settleBid>[0]) => {
    const bid = settleBid(figures)
    return { [value]: bid.value, [percentage]: bid.percentage }
  }
  return {
    /** The bid as it is stored with a new record. */
    ofNew: (values: Figures) => settle(bidIn(values)),

    /**
     * The bid after an edit, nothing when the edit touches none of the three. A value or a percentage that it carries
     * counts, with the other one that it carries or none. Where it changes the actual value alone the bid value stays and
     * the percentage follows; a percentage that waited for an actual value to count from now does.
     */
    ofEdit(values: Figures, stored: Figures) {
      const [given, before] = [bidIn(values), bidIn(stored)]
      const now = { ...given, actual: values[actual] === undefined ? before.actual : given.actual }
      if (values[value] !== undefined || given.percentage !== null) return settle(now)
      const isEmptied = values[percentage] === null
      if (now.actual === before.actual && !isEmptied) return {}
      return leadingOf(before) === 'value'
        ? settle({ ...now, value: before.value })
        : settle({ ...now, percentage: isEmptied ? null : before.percentage })
    },
  }
}
