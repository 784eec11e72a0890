import type { MeasurementLine } from '@plinth/api/works/measurement-lines'
import { t } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { SheetLines } from './SheetLines.tsx'
import type { WaitingSheet } from './sheet-waiting.ts'
import { WaitingActs } from './WaitingActs.tsx'

interface Props {
  waiting: WaitingSheet | undefined
  /** Undefined if the sheet takes no more lines. */
  onChange?: (line: MeasurementLine) => void
  onGivenUp?: (line: MeasurementLine) => void
}

/** The lines that the server rejected, each with the reason. They do not count, and stay until they are changed or given up. */
export function RefusedLines({ waiting, onChange, onGivenUp }: Props) {
  if (!waiting || waiting.refused.length === 0) return null
  return (
    <RecordSection title={t('Lines that were not taken')}>
      <SheetLines
        lines={waiting.refused}
        actions={(line) => <WaitingActs line={line} waiting={waiting} onChange={onChange} onGivenUp={onGivenUp} />}
      />
    </RecordSection>
  )
}
