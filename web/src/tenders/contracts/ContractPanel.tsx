import type { Contract } from '@plinth/api/tenders/contracts'
import type { Column } from '../../ui/list/DataRows.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import { ContractHead } from './ContractHead.tsx'

interface Props<Row> {
  contract: Row
  columns: Column<Row>[]
  /** Fields that the head does not show, and fields that can be edited here. */
  facts: readonly (keyof Row & string)[]
}

/** A contract in the panel beside a list. */
export const ContractPanel = <Row extends Contract>({ contract, columns, facts }: Props<Row>) => (
  <>
    <ContractHead contract={contract} />
    <PanelFacts row={contract} columns={columns} facts={facts} />
  </>
)
