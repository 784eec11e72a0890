import type { Instrument } from '@plinth/api/guarantees/instruments'
import type { Column } from '../../ui/list/DataRows.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import { InstrumentHead } from './InstrumentHead.tsx'
import { hasField } from './instrument-needs.ts'

interface Props {
  instrument: Instrument
  columns: Column<Instrument>[]
}

const facts = [
  'facilityName',
  'issuedOn',
  'effectiveOn',
  'expiresOn',
  'claimUntil',
  'maturesOn',
  'securedFor',
  'favouring',
  'department',
  'officeName',
  'marginPercent',
  'commissionPercent',
  'heldBy',
  'comment',
] as const

/** The panel of an instrument beside the list. */
export function InstrumentPanel({ instrument, columns }: Props) {
  return (
    <>
      <InstrumentHead instrument={instrument} />
      <PanelFacts
        row={instrument}
        columns={columns}
        facts={facts.filter((field) => hasField(instrument.kind, field))}
      />
    </>
  )
}
