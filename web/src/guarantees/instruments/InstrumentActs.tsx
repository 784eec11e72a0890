import { Button, Group, Menu } from '@mantine/core'
import type { InstrumentEventKind } from '@plinth/api/guarantees/instrument-moves'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { today } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import { BankLetterAct } from '../bank-letters/BankLetterAct.tsx'
import { eventWords } from './event-words.ts'
import classes from './Instruments.module.css'
import { actsOf } from './instrument-acts.ts'

const EnterEvent = lazyDialog(() => import('./EnterEvent.tsx'), 'EnterEvent')

interface Props {
  instrument: Instrument
  /** Without it the user can only write letters about the instrument. */
  mayEnter: boolean
}

/**
 * The events that can be entered for an instrument now: the likely ones as buttons, the first of them filled, the others in a menu;
 * and the letter to the bank.
 */
export function InstrumentActs({ instrument, mayEnter }: Props) {
  // A copy from when the form was opened, so that an event saved by it or by another user meanwhile does not close it.
  const [entering, setEntering] = useState<{ event: InstrumentEventKind; instrument: Instrument; turn: number }>()
  const [turn, setTurn] = useState(0)
  const { likely, others } = actsOf(instrument, today())
  // A new key each time: the next form may open while the last one is still closing.
  function enter(event: InstrumentEventKind) {
    setTurn(turn + 1)
    setEntering({ event, instrument, turn })
  }
  const happens = (
    <>
      {likely.map((event, at) => (
        <Button key={event} variant={at === 0 ? 'filled' : 'default'} onClick={() => enter(event)}>
          {eventWords[event]}
        </Button>
      ))}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {likely.length > 0 ? t('Something else') : t('What happened')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map((event) => (
            <Menu.Item key={event} onClick={() => enter(event)}>
              {eventWords[event]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
  return (
    <Group gap="xs" id="acts" tabIndex={-1} className={classes['acts'] ?? ''} data-screen-only>
      {mayEnter && happens}
      <BankLetterAct instrument={instrument} />
      {entering && (
        <EnterEvent
          key={entering.turn}
          event={entering.event}
          instrument={entering.instrument}
          onClose={() => {
            setEntering(undefined)
            regainFocus('acts')
          }}
        />
      )}
    </Group>
  )
}
