/** Which of many rules counts at a place on a day. */

/** What is asked of a rule to find its place among others. Days are YYYY-MM-DD. */
export interface Ranked {
  /** Of the company, not shipped with the product. */
  isOwn: boolean
  kind: string
  /** `IN`, or a State of it: `IN-KA`. */
  scope: string
  validFrom: string
  /** None ends those before it of its kind and scope, and of who made them. */
  value: object | null
}

export interface Asked {
  kind: string
  place: string
  day: string
}

/** The scopes that hold at a place, the narrowest first. */
export const scopesOf = (place: string): string[] => (place.includes('-') ? [place, place.slice(0, 2)] : [place])

/** Of one kind, scope and maker the rules make a series: the latest that has begun holds, or ended it. */
function holding<R extends Ranked>(series: readonly R[], day: string): R | undefined {
  const [latest] = series
    .filter(({ validFrom }) => validFrom <= day)
    .toSorted((one, other) => (one.validFrom < other.validFrom ? 1 : -1))
  return latest?.value ? latest : undefined
}

/**
 * The rule in force: the company's before a shipped one, the narrower scope before the wider, then the latest that has begun.
 * Undefined where there is none. Of one kind, scope, day and maker there is one rule at most.
 */
export function ruleOn<R extends Ranked>(rules: readonly R[], { kind, place, day }: Asked): R | undefined {
  const ofKind = rules.filter((rule) => rule.kind === kind)
  for (const isOwn of [true, false])
    for (const scope of scopesOf(place)) {
      const series = ofKind.filter((rule) => rule.isOwn === isOwn && rule.scope === scope)
      const found = holding(series, day)
      if (found) return found
    }
  return undefined
}

/** How a rule stands at a place on a day: it counts, one before it counts instead, it is of another place, its time is over, or is to come. */
export const ruleStandings = ['IN_FORCE', 'REPLACED', 'ELSEWHERE', 'OVER', 'TO_COME'] as const
export type RuleStanding = (typeof ruleStandings)[number]

/** How one of the rules stands. */
export function standingOf<R extends Ranked & { validUntil: string | null }>(
  rule: R,
  rules: readonly R[],
  asked: Omit<Asked, 'kind'>,
): RuleStanding {
  if (rule.validFrom > asked.day) return 'TO_COME'
  if (rule.value === null || (rule.validUntil !== null && rule.validUntil < asked.day)) return 'OVER'
  if (!scopesOf(asked.place).includes(rule.scope)) return 'ELSEWHERE'
  return ruleOn(rules, { ...asked, kind: rule.kind }) === rule ? 'IN_FORCE' : 'REPLACED'
}
