import type { Contract } from '@plinth/api/tenders/contracts'
import type { Column } from '../../ui/list/DataRows.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import { ContractHead } from './ContractHead.tsx'

interface Props<Row> {
  contract: Row
  columns: Column<Row>[]
  /** Those that the head does not have, and those that are changed here. */
  facts: readonly (keyof Row & string)[]
}

/** A contract beside a list. */
export const ContractPanel = <Row extends Contract>({ contract, columns, facts }: Props<Row>) => (
  <>
    <ContractHead contract={contract} />
    <PanelFacts row={contract} columns={columns} facts={facts} />
  </>
)
