import { Skeleton } from '@mantine/core'
import { updateDeposit } from '@plinth/api/deposits/deposits'
import { instrumentKinds, proposedKind } from '@plinth/api/guarantees/instrument-moves'
import { createInstrument, deleteInstrument, getInstrument, updateInstrument } from '@plinth/api/guarantees/instruments'
import { useSearch } from '@tanstack/react-router'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { titles } from '../../ui/form/form-context.ts'
import { part } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { InstrumentFields } from './InstrumentFields.tsx'
import { instrumentName, instrumentPath } from './instrument-name.ts'
import { usePlanned } from './usePlanned.ts'

// A form has none of these.
const InstrumentOpening = part(() => import('./InstrumentOpening.tsx'), 'InstrumentOpening', {
  // As high as it will be: on a phone its buttons stand below each other.
  waiting: <Skeleton mih={{ base: 546, sm: 275 }} mb="sm" />,
})
const BesideInstrument = part(() => import('./InstrumentSides.tsx'), 'BesideInstrument', {
  waiting: <Skeleton height={160} mb="sm" />,
})
const BelowInstrument = part(() => import('./InstrumentSides.tsx'), 'BelowInstrument')

const texts = {
  loadFailed: t('Failed to fetch instrument'),
  saveFailed: t('Failed to save instrument. Please try again.'),
  created: t('Instrument created successfully!'),
  updated: t('Instrument updated successfully!'),
}

/** What a link that leads here knows of the paper already. */
const given = ['number', 'issuer', 'branch', 'issuedOn'] as const

/** A new one begins as most that are entered are, with the department, and with what the address knows of it. */
function useBlank() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  // Whoever may not change deposits enters the paper by itself.
  const mayChange = useCan(updateDeposit)
  const depositIds = [(mayChange && search['depositIds']) || []].flat().map(plainText).filter(Boolean)
  const number = plainText(search['number'])
  const kind = instrumentKinds.find((one) => one === search['kind']) ?? (number ? proposedKind(number) : undefined)
  const amount = Number(search['amount'] ?? Number.NaN)
  const known = given.flatMap((name) => (search[name] ? [[name, plainText(search[name])]] : []))
  return {
    state: 'LODGED' as const,
    ...Object.fromEntries(known),
    ...(kind && { kind }),
    ...(amount > 0 && { amount }),
    ...(depositIds.length > 0 && { depositIds }),
  }
}

/** Until it is known what was planned, a new form would begin with something else. */
const Awaiting = ({ source }: Pick<ReturnType<typeof usePlanned>, 'source'>) => (
  <Screen title={titles('instrument').create} source={source} failure={t('Failed to fetch planned guarantee')}>
    <Skeleton height={460} aria-busy />
  </Screen>
)

export function InstrumentForm() {
  const blank = useBlank()
  const { plan, proposal, isAwaited, source, take } = usePlanned()
  if (isAwaited) return <Awaiting source={source} />
  return (
    <FormScreen
      noun="instrument"
      load={getInstrument}
      create={createInstrument}
      update={updateInstrument}
      blank={{ ...blank, ...proposal }}
      afterSave={async () => take()}
      listPath="/contracts/instruments"
      nameOf={instrumentName}
      texts={texts}
      pathOf={instrumentPath}
      // The plan that it was would stay without it.
      {...(!proposal && { remove: deleteInstrument })}
      head={(instrument) => <InstrumentOpening instrument={instrument} />}
      beside={(instrument) => <BesideInstrument instrument={instrument} />}
      related={(instrument) => <BelowInstrument instrument={instrument} />}
    >
      <InstrumentFields plan={plan} />
    </FormScreen>
  )
}
