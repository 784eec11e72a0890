import { Button, Group, Menu } from '@mantine/core'
import type { InstrumentEventKind } from '@plinth/api/guarantees/instrument-moves'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { today } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { part } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import { BankLetterAct } from '../bank-letters/BankLetterAct.tsx'
import { eventWords } from './event-words.ts'
import classes from './Instruments.module.css'
import { actsOf } from './instrument-acts.ts'

const EnterEvent = part(() => import('./EnterEvent.tsx'), 'EnterEvent', { over: true })

interface Props {
  instrument: Instrument
  /** Whoever may only read it can write letters about it all the same. */
  mayEnter: boolean
}

/** What can happen to an instrument now: the likely as buttons, the first of them filled, all else below one more; and letters about it. */
export function InstrumentActs({ instrument, mayEnter }: Props) {
  // As it was when the form was opened: what is entered by it, or by somebody else meanwhile, does not take the form away.
  const [entering, setEntering] = useState<{ event: InstrumentEventKind; instrument: Instrument; turn: number }>()
  const [turn, setTurn] = useState(0)
  const { likely, others } = actsOf(instrument, today())
  // The next may be begun while the form of the last is still on its way out.
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
