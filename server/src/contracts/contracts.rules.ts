import { settleBid } from '@plinth/api/contracts'

/** The columns whose spelling is not the wire's. */
export const spelling = { extensionCoun: 'extension_count', aggreementDate: 'agreement_date' }

type Maybe = number | null | undefined

/**
 * The percentage rule over three fields of a record, by their wire names: actual value, bid value, percentage.
 * Contracts and projects share it (SPEC section 5).
 */
export function bidRule<A extends string, V extends string, P extends string>(actual: A, value: V, percentage: P) {
  type Figures = { [K in A | V | P]?: Maybe }
  const settle = (figures: { actual: Maybe; value: Maybe; percentage: Maybe }) => {
    const bid = settleBid({
      actual: figures.actual ?? null,
      value: figures.value ?? null,
      percentage: figures.percentage ?? null,
    })
    return { [value]: bid.value, [percentage]: bid.percentage }
  }
  return {
    /** The bid as it is stored with a new record. */
    ofNew: (values: Figures) =>
      settle({ actual: values[actual], value: values[value], percentage: values[percentage] }),

    /**
     * The bid after an edit, nothing when the edit touches none of the three. What it leaves out is the stored
     * figure; where only the actual value changes, the bid value stays and the percentage follows. A percentage that
     * waited for an actual value to count from now does.
     */
    ofEdit(values: Figures, stored: Figures) {
      const [newActual, newValue, newPercentage]: Maybe[] = [values[actual], values[value], values[percentage]]
      if (newActual === undefined && newValue === undefined && newPercentage === undefined) return {}
      const now = { actual: newActual === undefined ? stored[actual] : newActual }
      if (newValue !== undefined || typeof newPercentage === 'number')
        return settle({ ...now, value: newValue, percentage: newPercentage })
      const waited = !stored[actual] && !stored[value]
      return settle({ ...now, value: waited ? null : stored[value], percentage: waited ? stored[percentage] : null })
    },
  }
}
