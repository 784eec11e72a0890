import { type Message, messageOf } from '@plinth/api/kernel/messages'
import type { usualUnits } from '@plinth/api/works/schedule-items'

/** The spellings of the usual units in bills of quantities, reduced to letters and digits. */
const spellings: Partial<Record<(typeof usualUnits)[number], string>> = {
  m: 'm mtr mtrs metre metres meter meters rm rmt rmts rmtr rmtrs rmetre rmeter runningmetre runningmeter lm',
  sqm: 'sqm sqms m2 sqmt sqmts sqmtr sqmtrs sqmetre sqmetres sqmeter sqmeters squaremetre squaremeter squaremetres squaremeters smt',
  cum: 'cum cums m3 cumt cumts cumtr cumtrs cumetre cumetres cumeter cumeters cubicmetre cubicmeter cubicmetres cubicmeters cmt',
  kg: 'kg kgs kilogram kilograms kilogramme',
  quintal: 'quintal quintals qtl qtls qntl',
  t: 't mt mts ton tons tonne tonnes metricton metrictons metrictonne metrictonnes',
  no: 'no nos number numbers each ea nr pc pcs piece pieces',
  hour: 'hour hours hr hrs',
  day: 'day days',
  LS: 'ls lumpsum',
  km: 'km kms kilometre kilometres kilometer kilometers',
  litre: 'litre litres liter liters ltr ltrs lit',
  hectare: 'hectare hectares ha hect',
  set: 'set sets',
  pair: 'pair pairs',
  bag: 'bag bags',
  point: 'point points pt pts',
  month: 'month months',
}

const usualBySpelling = new Map(
  Object.entries(spellings).flatMap(([unit, all]) =>
    all.split(' ').map((spelling): [string, string] => [spelling, unit]),
  ),
)

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replace(/[^a-z0-9]/g, '')

/** More than any unit that can be stored. */
const maxUnitLength = 100

/** % stands for a hundred, %0 for a thousand. */
const counts: Readonly<Record<string, string>> = { '%': '100', '%0': '1000', '‰': '1000' }

/**
 * The usual unit that a cell means; any other as typed. A rate for 100 or 1,000 units is a fault: the server does not divide it
 * unasked.
 */
export function unitOf(typed: string): { unit: string } | { fault: Message } {
  const text = typed
    .slice(0, maxUnitLength)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(?:per\b|\/)\s*/i, '')
  const [, counted = '', rest = ''] = /^(%0?|‰|[\d,]+(?:\.0+)?)\s*(\S.*)$/.exec(text) ?? []
  const name = rest || text
  const unit = usualBySpelling.get(lettersOf(name)) ?? name
  const count = (counts[counted] ?? counted).replace(/,|\.0+$/g, '')
  if (counted === '' || count === '1') return { unit }
  return {
    fault: messageOf('is for {count} {unit}: enter the rate of one unit, and the unit without a number', {
      count,
      unit,
    }),
  }
}
