import type { DepositStatus } from '@plinth/api/deposits/deposits'
import type { SettlementKind } from '@plinth/api/deposits/settlements'
import { messageOf } from '@plinth/api/kernel/messages'
import { inRupees as amountOf, paiseOf } from '@plinth/api/kernel/paise'
import { inRupees } from '../../kernel/rupees.ts'
import type { FieldFault } from '../../kernel/sheets/sheet-columns.ts'
import type { FieldName } from './deposit-sheet.rules.ts'

/** The cells of a row about the status of its deposit. */
export interface StatusCells {
  amount: number
  receivedAmount: number
  deduction: number
  receivedOn: string | undefined
  /** From its word; undefined when the cell is empty. */
  status: DepositStatus | undefined
  isGuarantee: boolean
}

/** The resulting place of its instrument. */
export type Whereabouts = 'DRAFT' | 'OURS' | 'LODGED' | 'BACK' | 'LOST'

export interface Standing {
  /** The status as stored first; entries that settle the whole amount close it afterwards. */
  status: DepositStatus
  entries: { kind: SettlementKind; amount: number }[]
  whereabouts: Whereabouts
  faults: FieldFault<FieldName>[]
}

const isBack = (status: DepositStatus) => status === 'RETURNED' || status === 'REFUNDED' || status === 'RELEASED'
const isUnpaid = (status: DepositStatus) => status === 'DRAFT' || status === 'REJECTED' || status === 'CANCELLED'

function whereaboutsOf(status: DepositStatus): Whereabouts {
  if (status === 'DRAFT') return 'DRAFT'
  if (isUnpaid(status)) return 'OURS'
  if (isBack(status)) return 'BACK'
  return status === 'FORFEITED' ? 'LOST' : 'LODGED'
}

/** A contradiction between a row's status and its sums. */
function disagreement({ amount, receivedAmount, deduction, status }: StatusCells): FieldFault<FieldName> | undefined {
  const open = paiseOf(amount) - paiseOf(receivedAmount) - paiseOf(deduction)
  if (open < 0n)
    return receivedAmount > 0
      ? ['receivedAmount', messageOf('comes with what was deducted to more than the amount')]
      : ['deduction', messageOf('is more than the amount')]
  if (status === undefined) return undefined
  if (isUnpaid(status)) return ['status', messageOf('says that nothing was paid, while something was settled')]
  const isOver = isBack(status) || status === 'FORFEITED'
  if (isOver && open > 0n)
    return [
      'status',
      messageOf('says that nothing is open, while {open} is. What was kept back is a deduction', {
        open: inRupees(amountOf(open)),
      }),
    ]
  if (!isOver && open === 0n) return ['status', messageOf('says that it is open, while all of it is settled')]
  if (status === 'FORFEITED' && receivedAmount > 0)
    return ['status', messageOf('says that it was lost, while an amount was received')]
  if (isBack(status) && receivedAmount === 0)
    return ['status', messageOf('says that it came back, while all of it was deducted')]
  return undefined
}

/** The standing of a deposit whose row has sums. */
function standingBySums(cells: StatusCells): Standing {
  const { amount, receivedAmount, deduction, receivedOn, status, isGuarantee } = cells
  const back = isGuarantee ? 'RELEASED' : 'REFUNDED'
  const fault = disagreement(cells)
  if (fault) return { status: status ?? 'SUBMITTED', entries: [], whereabouts: 'LODGED', faults: [fault] }
  // A full return is recorded by the status alone, which books it.
  if (paiseOf(receivedAmount) === paiseOf(amount))
    return { status: status ?? back, entries: [], whereabouts: 'BACK', faults: [] }
  const isOver = paiseOf(receivedAmount) + paiseOf(deduction) === paiseOf(amount)
  const entries: Standing['entries'] = [
    { kind: isGuarantee ? ('RELEASED' as const) : ('RECEIVED' as const), amount: receivedAmount },
    { kind: 'DEDUCTED' as const, amount: deduction },
  ].filter((entry) => entry.amount > 0)
  return {
    status: status && !isOver ? status : 'SUBMITTED',
    entries,
    whereabouts: isOver ? (receivedAmount > 0 ? 'BACK' : 'LOST') : 'LODGED',
    faults: receivedOn ? [] : [['receivedOn', messageOf('is required with a received amount or a deduction')]],
  }
}

/** The standing of a deposit by its status and its sums; every contradiction is a fault. */
export function standingOf(cells: StatusCells): Standing {
  const { receivedAmount, deduction, receivedOn, status = 'SUBMITTED' } = cells
  if (receivedAmount > 0 || deduction > 0) return standingBySums(cells)
  const isOver = isBack(status) || status === 'FORFEITED'
  return {
    status,
    entries: [],
    whereabouts: whereaboutsOf(status),
    faults:
      receivedOn && !isOver
        ? [['receivedOn', messageOf('needs a received amount, or a status that says that it came back')]]
        : [],
  }
}
