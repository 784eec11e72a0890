import { compare, decimal, multiply } from '@plinth/api/kernel/decimal'
import type { FieldFault } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { dimensionOf } from '@plinth/api/works/measured-contents'
import { type DimensionName, dimensionNames } from '@plinth/api/works/measurement-lines'

type Dimensions = Partial<Record<DimensionName, number | null | undefined>>
type Typed = Partial<Record<DimensionName, string | undefined>> | null | undefined

/** A line as far as its own fields say what is wrong with it. */
export interface WrittenLine extends Dimensions {
  itemId: string
  correctsLineId?: string | null | undefined
  typed?: Typed
}

/** To how many decimals a line of a unit is rounded, and by which rule. */
export interface UnitDecimals {
  decimals: number
  ruleId: string | null
}

/** The items of some lines, and the recorded lines that they correct. */
export interface Known {
  items: ReadonlyMap<string, { agreementId: string; kind: string; unit: string | null }>
  /** Recorded lines, those of other agreements too, and how their contents are rounded. */
  recorded: ReadonlyMap<string, UnitDecimals & { agreementId: string; itemId: string }>
}

const faultAt = (path: string, said: string): FieldFault => ({ path, ...messageOf(said) })

/** Contents beyond this cannot be stored. */
const mostContents = decimal('999999999999')

/** What was typed as arithmetic says the number that is sent with it. */
function typedFaults({ typed, ...line }: WrittenLine): FieldFault[] {
  return dimensionNames.flatMap((name) => {
    const text = typed?.[name]
    if (text === undefined) return []
    const given = line[name]
    const worked = dimensionOf(text)
    if ('fault' in worked) return [{ path: `typed.${name}`, ...worked.fault }]
    const isSame = typeof given === 'number' && compare(decimal(worked.value), decimal(given)) === 0
    return isSame
      ? []
      : [{ path: `typed.${name}`, ...messageOf('comes to {value}, which is not what is sent', worked) }]
  })
}

function sizeFaults(line: Dimensions): FieldFault[] {
  const product = dimensionNames
    .flatMap((name) => line[name] ?? [])
    .map((given) => decimal(given))
    .reduce(multiply, decimal(1))
  return compare(product, mostContents) > 0 ? [faultAt('nos', 'make contents that are too large to be stored')] : []
}

/**
 * What is wrong with a line of a sheet of this agreement, by its fields: the same that the database refuses, said of each line by
 * itself.
 */
export function lineFaults(line: WrittenLine, agreementId: string, known: Known): FieldFault[] {
  const faults = [...typedFaults(line), ...sizeFaults(line)]
  const item = known.items.get(line.itemId)
  if (item?.agreementId !== agreementId) return [faultAt('itemId', 'must be an item of this agreement'), ...faults]
  if (item.kind === 'SECTION') return [faultAt('itemId', 'is a section: measure the items in it'), ...faults]
  if (line.correctsLineId) {
    const corrected = known.recorded.get(line.correctsLineId)
    if (corrected?.agreementId !== agreementId)
      faults.push(faultAt('correctsLineId', 'must be a recorded line of this agreement'))
    else if (corrected.itemId !== line.itemId) faults.push(faultAt('correctsLineId', 'must be of the same item'))
  }
  return faults
}

/** What stays of what was typed once dimensions were changed: what still says its number. */
export function typedAfter(line: WrittenLine): Typed {
  const kept = dimensionNames.flatMap((name): [string, string][] => {
    const [text, given] = [line.typed?.[name], line[name]]
    if (text === undefined || typeof given !== 'number') return []
    const worked = dimensionOf(text)
    return 'value' in worked && compare(decimal(worked.value), decimal(given)) === 0 ? [[name, text]] : []
  })
  return kept.length > 0 ? Object.fromEntries(kept) : null
}
