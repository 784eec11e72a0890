import type { WordsOf } from '../kernel/words.ts'
import type * as statutoryRules from './statutory-rules.ts'

export const statutoryRulesWords: WordsOf<typeof statutoryRules> = {
  parameters: {
    id: 'The id of the statutory rule.',
    subject: 'The subject of the rules.',
    kind: 'The kind of rule.',
    day: 'A day; if omitted, today in the company’s time zone.',
    place: '`IN`, or a State such as `IN-KA`; if omitted, all of India.',
  },
  examples: {
    scope: 'IN-KA',
    validFrom: '2026-04-01',
    validUntil: null,
    sourceTitle: 'Conditions of contract of the Karnataka Public Works Department',
    sourceReference: 'Clause 2(d)',
    sourceUrl: 'https://kpwd.karnataka.gov.in',
    publishedOn: '2026-02-16',
    readOn: '2026-03-30',
  },
  records: {
    statutoryRule: {
      descriptions: {
        value:
          'the value in the form of its kind, such as `percent`; null ends earlier rules of the same kind, place and origin',
        trust:
          '`V` for verified in the named source, `K` for common knowledge, `U` for unsure, which must be confirmed',
      },
      examples: { kind: 'LD_CAP', subject: 'WORKS', value: { percent: 7.5 } },
    },
    standingRule: {
      examples: { kind: 'LD_CAP', subject: 'WORKS', value: { percent: 7.5 } },
    },
  },
  calls: {
    createStatutoryRule: {
      body: {
        kind: 'LD_CAP',
        scope: 'IN-KA',
        validFrom: '2026-04-01',
        value: { percent: 7.5 },
        sourceTitle: 'Conditions of contract of the Karnataka Public Works Department',
        sourceReference: 'Clause 2(d)',
      },
    },
  },
}
