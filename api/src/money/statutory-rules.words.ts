import type { WordsOf } from '../kernel/words.ts'
import type * as statutoryRules from './statutory-rules.ts'

export const statutoryRulesWords: WordsOf<typeof statutoryRules> = {
  parameters: {
    id: 'The id of the statutory rule.',
    subject: 'What the rules are about.',
    kind: 'The kind of rule.',
    day: 'A day; the company’s own where none is named.',
    place: '`IN`, or a State such as `IN-KA`; all of India where none is named.',
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
          'by the shape of its kind, such as `percent`; null ends the rules before it of its kind, place and maker',
        trust: '`V` was read in the source named, `K` is common knowledge, `U` is unsure and asks to be confirmed',
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
