import type { Deposit } from '@plinth/api/deposits/deposits'
import type { ReactNode } from 'react'
import type { Column } from '../../ui/list/DataRows.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import { DepositHead } from './DepositHead.tsx'
import { ReleaseInPanel } from './DepositRelease.tsx'

interface Props<Row extends Deposit> {
  deposit: Row
  columns: Column<Row>[]
  /** The contract, if the list has deposits of several contracts. */
  children?: ReactNode
}

/** A deposit in the panel beside its list. */
export function DepositPanel<Row extends Deposit>({ deposit, columns, children }: Props<Row>) {
  return (
    <>
      {children}
      <DepositHead deposit={deposit} />
      <ReleaseInPanel deposit={deposit} />
      <PanelFacts
        row={deposit}
        columns={columns}
        facts={[
          'amount',
          'openAmount',
          'depositCreatedDate',
          'depositSubmitedDate',
          'depositeReturnedDate',
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
