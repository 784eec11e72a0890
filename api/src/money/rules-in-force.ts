/** Finds which of many rules is in force at a place on a day. */

/** The fields that rank a rule among others. Days are YYYY-MM-DD. */
export interface RankedRule {
  /** The company's own, not shipped with the product. */
  isOwn: boolean
  kind: string
  /** `IN`, or a State of it: `IN-KA`. */
  scope: string
  validFrom: string
  /** Null ends the earlier rules of the same kind, scope and origin. */
  value: object | null
}

export interface RuleQuery {
  kind: string
  place: string
  day: string
}

/** The scopes that include a place, the narrowest first. */
export const scopesOf = (place: string): string[] => (place.includes('-') ? [place, place.slice(0, 2)] : [place])

/** Rules of one kind, scope and origin are a series, in which the latest that has begun is in force, or has ended it. */
function ruleOfSeries<R extends RankedRule>(series: readonly R[], day: string): R | undefined {
  const [latest] = series
    .filter(({ validFrom }) => validFrom <= day)
    .toSorted((one, other) => (one.validFrom < other.validFrom ? 1 : -1))
  return latest?.value ? latest : undefined
}

/**
 * The rule in force: the company's own before a shipped one, a narrower scope before a wider one, then the latest that
 * has begun. Undefined if there is none. There is at most one rule of a kind, scope, day and origin.
 */
export function ruleOn<R extends RankedRule>(rules: readonly R[], { kind, place, day }: RuleQuery): R | undefined {
  const ofKind = rules.filter((rule) => rule.kind === kind)
  for (const isOwn of [true, false])
    for (const scope of scopesOf(place)) {
      const series = ofKind.filter((rule) => rule.isOwn === isOwn && rule.scope === scope)
      const found = ruleOfSeries(series, day)
      if (found) return found
    }
  return undefined
}

/** The standing of a rule at a place on a day: in force, replaced by a rule that precedes it, of another place, over, or not yet begun. */
export const ruleStandings = ['IN_FORCE', 'REPLACED', 'ELSEWHERE', 'OVER', 'TO_COME'] as const
export type RuleStanding = (typeof ruleStandings)[number]

/** The standing of one of the rules. */
export function standingOf<R extends RankedRule & { validUntil: string | null }>(
  rule: R,
  rules: readonly R[],
  query: Omit<RuleQuery, 'kind'>,
): RuleStanding {
  if (rule.validFrom > query.day) return 'TO_COME'
  if (rule.value === null || (rule.validUntil !== null && rule.validUntil < query.day)) return 'OVER'
  if (!scopesOf(query.place).includes(rule.scope)) return 'ELSEWHERE'
  return ruleOn(rules, { ...query, kind: rule.kind }) === rule ? 'IN_FORCE' : 'REPLACED'
}
