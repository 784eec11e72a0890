import { compare, decimal, multiply } from '@plinth/api/kernel/decimal'
import type { FieldFault } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { dimensionOf } from '@plinth/api/works/measured-contents'
import { type DimensionName, dimensionNames } from '@plinth/api/works/measurement-lines'

type Dimensions = Partial<Record<DimensionName, number | null | undefined>>
type Typed = Partial<Record<DimensionName, string | undefined>> | null | undefined

/** The fields of a line that the rules check. */
export interface WrittenLine extends Dimensions {
  itemId: string
  correctsLineId?: string | null | undefined
  typed?: Typed
}

/** How many decimals a line of a unit is rounded to, and the statutory rule that says so. */
export interface UnitDecimals {
  decimals: number
  ruleId: string | null
}

/** The items of some lines, and the recorded lines that they correct. */
export interface LineReferences {
  items: ReadonlyMap<string, { agreementId: string; kind: string; unit: string | null }>
  /** Recorded lines, including those of other agreements, and the rounding of their contents. */
  recorded: ReadonlyMap<string, UnitDecimals & { agreementId: string; itemId: string }>
}

const faultAt = (path: string, message: string): FieldFault => ({ path, ...messageOf(message) })

/** The largest contents that the database can store. */
const maxContents = decimal('999999999999')

/** Faults of typed arithmetic that does not come to the number sent with it. */
function typedFaults({ typed, ...line }: WrittenLine): FieldFault[] {
  return dimensionNames.flatMap((name) => {
    const text = typed?.[name]
    if (text === undefined) return []
    const number = line[name]
    const result = dimensionOf(text)
    if ('fault' in result) return [{ path: `typed.${name}`, ...result.fault }]
    const isSame = typeof number === 'number' && compare(decimal(result.value), decimal(number)) === 0
    return isSame
      ? []
      : [{ path: `typed.${name}`, ...messageOf('comes to {value}, which is not what is sent', result) }]
  })
}

function sizeFaults(line: Dimensions): FieldFault[] {
  const product = dimensionNames
    .flatMap((name) => line[name] ?? [])
    .map((number) => decimal(number))
    .reduce(multiply, decimal(1))
  return compare(product, maxContents) > 0 ? [faultAt('nos', 'make contents that are too large to be stored')] : []
}

/**
 * What is wrong with a line on a sheet of this agreement, per field. These are the rules that the database enforces too; checked
 * here, each line of a batch gets its own answer.
 */
export function lineFaults(line: WrittenLine, agreementId: string, known: LineReferences): FieldFault[] {
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

/** The typed arithmetic to keep after an edit of the dimensions: that which still comes to its number. */
export function typedAfterEdit(line: WrittenLine): Typed {
  const stillValid = dimensionNames.flatMap((name): [string, string][] => {
    const [text, number] = [line.typed?.[name], line[name]]
    if (text === undefined || typeof number !== 'number') return []
    const result = dimensionOf(text)
    return 'value' in result && compare(decimal(result.value), decimal(number)) === 0 ? [[name, text]] : []
  })
  return stillValid.length > 0 ? Object.fromEntries(stillValid) : null
}
