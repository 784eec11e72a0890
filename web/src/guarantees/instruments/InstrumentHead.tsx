import { Alert } from '@mantine/core'
import { bankLettersOf } from '@plinth/api/guarantees/bank-letter-kinds'
import { addInstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { isGuarantee, isPledgeable } from '@plinth/api/guarantees/instrument-moves'
import { type Instrument, instrumentColumnLabels } from '@plinth/api/guarantees/instruments'
import { IconAlertTriangle } from '@tabler/icons-react'
import { today } from '../../lib/days.ts'
import { counted, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { Watch } from '../../reminders/watchers/Watch.tsx'
import { type HeadFigure, RecordHead } from '../../ui/record/RecordHead.tsx'
import { InstrumentActs } from './InstrumentActs.tsx'
import { InstrumentBadge } from './InstrumentBadge.tsx'
import { freeOf } from './ReceiptField.tsx'
import { runningOut } from './running-out.ts'
import { tooShortText } from './too-short-text.ts'

/** The lien figure: for a guarantee how much receipts secure, for a receipt how much of it is pledged. */
function lienFigures(instrument: Instrument): HeadFigure[] {
  const { kind, lienAmount } = instrument
  if (isGuarantee(kind)) return lienAmount > 0 ? [{ label: t('Secured by receipts'), value: rupees(lienAmount) }] : []
  if (!isPledgeable(kind) || lienAmount === 0) return []
  return [
    {
      label: translated(instrumentColumnLabels.lienAmount),
      value: rupees(lienAmount),
      note: t('{free} is free', { free: rupees(freeOf(instrument)) }),
    },
  ]
}

/** The key figures of an instrument, on its page and in the panel beside a list. */
export function InstrumentHead({ instrument }: { instrument: Instrument }) {
  const { issuer, branch, amount, deposits, securedAmount } = instrument
  const mayEnter = useCan(addInstrumentEvent)
  const hasLetters = bankLettersOf(instrument, today()).length > 0
  const tooShort = tooShortText(instrument)
  return (
    <>
      <RecordHead
        number={[issuer, branch].filter(Boolean).join(', ')}
        status={<InstrumentBadge {...instrument} />}
        due={runningOut(instrument, today())}
        figures={[
          { label: translated(instrumentColumnLabels.amount), value: rupees(amount) },
          {
            label: translated(instrumentColumnLabels.securedAmount),
            value: rupees(securedAmount),
            note: deposits > 0 ? t('of {deposits}', { deposits: counted(deposits, 'deposit') }) : t('no deposit yet'),
          },
          ...lienFigures(instrument),
        ]}
        watch={<Watch recordType="INSTRUMENT" recordId={instrument.id} />}
        next={mayEnter || hasLetters ? <InstrumentActs instrument={instrument} mayEnter={mayEnter} /> : null}
      />
      {tooShort && (
        <Alert color="red" p="xs" mb="sm" role="note" icon={<IconAlertTriangle size={18} />}>
          {tooShort}
        </Alert>
      )}
    </>
  )
}
