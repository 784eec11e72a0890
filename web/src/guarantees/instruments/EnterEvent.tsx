import { addInstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import type { InstrumentEventKind } from '@plinth/api/guarantees/instrument-moves'
import { getInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { EventFields } from './EventFields.tsx'
import { initialOf } from './event-form.ts'
import { eventWords } from './event-words.ts'
import { instrumentName, instrumentPath } from './instrument-name.ts'

interface Props {
  instrument: Instrument
  event: InstrumentEventKind
  onClose: () => void
}

/** Dialog over the page of an instrument in which an event is entered; its day is today unless changed. */
export function EnterEvent({ instrument, event, onClose }: Props) {
  const title = eventWords[event]
  return (
    <RecordDrawer
      onClose={onClose}
      title={title}
      load={getInstrument}
      write={addInstrumentEvent}
      params={{ id: instrument.id }}
      initial={initialOf(event, instrument)}
      listPath={instrumentPath(instrument)}
      texts={{ saved: t('Entered: {event}', { event: title }), failed: t('It was not entered.') }}
    >
      <FieldGroup title={instrumentName(instrument)}>
        <EventFields event={event} instrument={instrument} />
      </FieldGroup>
    </RecordDrawer>
  )
}
