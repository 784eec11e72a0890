import { Drawer } from '@mantine/core'
import { addInstrumentEvent } from '@plinth/api/instrument-events'
import type { InstrumentEventKind } from '@plinth/api/instrument-moves'
import { getInstrument, type Instrument } from '@plinth/api/instruments'
import { useRef } from 'react'
import { t } from '../lib/language.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { RecordForm } from '../ui/RecordForm.tsx'
import { usePhone } from '../ui/Screen.tsx'
import { useDialog } from '../ui/useDialog.ts'
import { EventFields } from './EventFields.tsx'
import { initialOf } from './event-form.ts'
import { eventWords } from './event-words.ts'
import { instrumentName, instrumentPath } from './instrument-name.ts'

interface Props {
  instrument: Instrument
  event: InstrumentEventKind
  onClose: () => void
}

/** What became of an instrument is entered over its page, which stays: today, unless it is told otherwise. */
export function EnterEvent({ instrument, event, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const isPhone = usePhone()
  // What is typed is not lost to a key: the form asks first.
  const leaveRef = useRef<() => void>(close)
  const title = eventWords[event]
  return (
    <Drawer
      {...props}
      onClose={() => leaveRef.current()}
      closeOnClickOutside={false}
      position="right"
      size={isPhone ? '100%' : '36rem'}
      title={title}
    >
      <RecordForm
        title={title}
        load={getInstrument}
        write={addInstrumentEvent}
        params={{ id: instrument.id }}
        initial={initialOf(event, instrument)}
        listPath={instrumentPath(instrument)}
        texts={{ saved: t('Entered: {event}', { event: title }), failed: t('It was not entered.') }}
        panel={{ close, leaveRef }}
      >
        <FieldGroup title={instrumentName(instrument)}>
          <EventFields event={event} instrument={instrument} />
        </FieldGroup>
      </RecordForm>
    </Drawer>
  )
}
