import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import {
  addInstrumentLien,
  endInstrumentLien,
  type InstrumentLien,
  lienLabels,
  listInstrumentLiens,
} from '@plinth/api/guarantees/instrument-liens'
import { isGuarantee } from '@plinth/api/guarantees/instrument-moves'
import { type Instrument } from '@plinth/api/guarantees/instruments'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayText, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import entry from '../../ui/form/EntryRows.module.css'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { regainFocus } from '../../ui/shell/regain-focus.ts'
import { FreeLien } from './FreeLien.tsx'
import { instrumentPath } from './instrument-name.ts'

const AddLien = lazyDialog(() => import('./AddLien.tsx'), 'AddLien')

const none = {
  guarantee: t('No deposit receipt secures it.'),
  receipt: t('No guarantee has a lien on it: all of it is free.'),
}

/** The receipts that secure a guarantee, or the guarantees that a receipt secures, newest first. */
export function InstrumentLiens({ instrument }: { instrument: Instrument }) {
  const isSecured = isGuarantee(instrument.kind)
  const liens = useRecord(listInstrumentLiens, { params: { id: instrument.id } })
  const { data, error } = liens
  const [isAdding, setAdding] = useState(false)
  const [freed, setFreed] = useState<InstrumentLien>()
  const may = { add: useCan(addInstrumentLien), free: useCan(endInstrumentLien) }
  const isOver = instrument.state === 'CLOSED' || instrument.state === 'CANCELLED'
  return (
    <RecordSection title={isSecured ? t('Receipts that secure it') : t('Guarantees that it secures')} source={liens}>
      <div className={entry['side']}>
        {!data && !error && <Skeleton height={48} mb="sm" aria-hidden />}
        {data?.length === 0 && (
          <Text c="dimmed" mb={isSecured && may.add ? 'sm' : 0}>
            {isSecured ? none.guarantee : none.receipt}
          </Text>
        )}
        {data && data.length > 0 && (
          <ul className={entry['rows']}>
            {data.map((lien) => (
              <Row
                key={lien.id}
                lien={lien}
                instrument={instrument}
                {...(may.free && !lien.freedOn && { onFree: () => setFreed(lien) })}
              />
            ))}
          </ul>
        )}
        {isSecured && may.add && !isOver && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)} data-screen-only>
            {t('Add lien')}
          </Button>
        )}
      </div>
      {isAdding && <AddLien guarantee={instrument} onClose={() => setAdding(false)} />}
      {freed && (
        <FreeLien
          lien={freed}
          onClose={() => {
            setFreed(undefined)
            regainFocus('liens')
          }}
        />
      )}
    </RecordSection>
  )
}

interface RowProps {
  lien: InstrumentLien
  instrument: Instrument
  onFree?: () => void
}

/** The last day on which a guarantee has to be secured. */
const endOf = ({ claimUntil, expiresOn }: Instrument) => claimUntil ?? expiresOn ?? null

function Row({ lien, instrument, onFree }: RowProps) {
  const { amount, markedOn, freedOn, receiptIssuer, receiptMaturesOn } = lien
  const isSecured = lien.guaranteeId === instrument.id
  const other = isSecured
    ? { id: lien.receiptId, number: lien.receiptNumber }
    : { id: lien.guaranteeId, number: lien.guaranteeNumber }
  const end = endOf(instrument)
  const isShort = isSecured && !freedOn && receiptMaturesOn !== null && end !== null && receiptMaturesOn < end
  const number = other.number || t('No number')
  return (
    <li className={[entry['row'], freedOn && 'quiet'].filter(Boolean).join(' ')}>
      <div>
        <Anchor component={Link} to={instrumentPath(other)} inherit>
          {number}
        </Anchor>
        {isSecured && receiptIssuer && ` · ${receiptIssuer}`}
      </div>
      <div className={`figure ${entry['amount']}`}>{rupees(amount)}</div>
      <div className={entry['act']} data-screen-only>
        {onFree && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('Free {name}', { name: `${number} ${rupees(amount)}` })}
            onClick={onFree}
          >
            {t('Free')}
          </Button>
        )}
      </div>
      <div className="hint">
        {`${translated(lienLabels.markedOn)} ${dayText(markedOn)}`}
        {freedOn && ` · ${translated(lienLabels.freedOn)} ${dayText(freedOn)}`}
        {isSecured && receiptMaturesOn && ` · ${t('matures {day}', { day: dayText(receiptMaturesOn) })}`}
        {isShort && (
          <Text component="span" inherit fw={600} c="var(--mantine-color-error)">
            {` · ${t('before the guarantee is over: renew it')}`}
          </Text>
        )}
      </div>
    </li>
  )
}
