import { leadingOf, settleBid } from '@plinth/api/tenders/bid'

/** The columns whose spelling differs from the wire. */
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
    /** The bid to store with a new record. */
    ofNew: (values: Figures) => settle(bidIn(values)),

    /**
     * The bid to store after an edit; empty when the edit changes none of the three fields. A value or percentage in
     * the edit counts, and the one that is not sent is computed. When only the actual value changes, the bid value
     * stays and the percentage is computed; but a percentage that waited for an actual value is applied to it.
     */
    ofEdit(values: Figures, stored: Figures) {
      const [changes, before] = [bidIn(values), bidIn(stored)]
      const now = { ...changes, actual: values[actual] === undefined ? before.actual : changes.actual }
      if (values[value] !== undefined || changes.percentage !== null) return settle(now)
      const isEmptied = values[percentage] === null
      if (now.actual === before.actual && !isEmptied) return {}
      return leadingOf(before) === 'value'
        ? settle({ ...now, value: before.value })
        : settle({ ...now, percentage: isEmptied ? null : before.percentage })
    },
  }
}
