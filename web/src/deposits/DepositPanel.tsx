import type { Deposit } from '@plinth/api/deposits'
import type { ReactNode } from 'react'
import type { Column } from '../ui/DataRows.tsx'
import { PanelFacts, PanelHead } from '../ui/PanelFacts.tsx'
import { DepositStatusCell } from './DepositColumns.tsx'

interface Props<Row extends Deposit> {
  deposit: Row
  columns: Column<Row>[]
  /** What it is locked up in, where the list is of several contracts. */
  children?: ReactNode
}

/** A deposit beside its list. */
export function DepositPanel<Row extends Deposit>({ deposit, columns, children }: Props<Row>) {
  return (
    <>
      {children}
      <PanelHead>
        <DepositStatusCell {...deposit} />
      </PanelHead>
      <PanelFacts
        row={deposit}
        columns={columns}
        figures={['amount', 'depositeReturnedDate']}
        facts={[
          'depositCreatedDate',
          'depositSubmitedDate',
          'depositTransferedOwnAcDate',
          'bankName',
          'bankAccountNo',
          'accountHolderName',
          'comment',
        ]}
      />
    </>
  )
}
