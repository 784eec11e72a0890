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
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { InstrumentFields } from './InstrumentFields.tsx'
import { instrumentName, instrumentPath } from './instrument-name.ts'
import { usePlanned } from './usePlanned.ts'

// Lazy part: only the page of an instrument shows it, not its form.
const InstrumentOpening = lazyPart(() => import('./InstrumentOpening.tsx'), 'InstrumentOpening', {
  // The height it will have: on a phone its buttons are stacked.
  waiting: <Skeleton mih={{ base: 546, sm: 275 }} mb="sm" />,
})
const BesideInstrument = lazyPart(() => import('./InstrumentSides.tsx'), 'BesideInstrument', {
  waiting: <Skeleton height={160} mb="sm" />,
})
const BelowInstrument = lazyPart(() => import('./InstrumentSides.tsx'), 'BelowInstrument')

const texts = {
  loadFailed: t('Failed to fetch instrument'),
  saveFailed: t('Failed to save instrument. Please try again.'),
  created: t('Instrument created successfully!'),
  updated: t('Instrument updated successfully!'),
}

/** The text fields that a link to this form can fill in. */
const linkedFields = ['number', 'issuer', 'branch', 'issuedOn'] as const

/** A new instrument starts as lodged, like most, with the values from the address. */
function useBlank() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  // A user who may not change deposits enters the instrument without deposits.
  const mayChange = useCan(updateDeposit)
  const depositIds = [(mayChange && search['depositIds']) || []].flat().map(plainText).filter(Boolean)
  const number = plainText(search['number'])
  const kind = instrumentKinds.find((one) => one === search['kind']) ?? (number ? proposedKind(number) : undefined)
  const amount = Number(search['amount'] ?? Number.NaN)
  const linkedValues = linkedFields.flatMap((name) => (search[name] ? [[name, plainText(search[name])]] : []))
  return {
    state: 'LODGED' as const,
    ...Object.fromEntries(linkedValues),
    ...(kind && { kind }),
    ...(amount > 0 && { amount }),
    ...(depositIds.length > 0 && { depositIds }),
  }
}

/** Shown while the plan loads: a form opened earlier would start with other values. */
const Awaiting = ({ source }: Pick<ReturnType<typeof usePlanned>, 'source'>) => (
  <Screen title={titles('instrument').create} source={source} failure={t('Failed to fetch planned guarantee')}>
    <Skeleton height={460} aria-busy />
  </Screen>
)

export function InstrumentForm() {
  const blank = useBlank()
  const { plan, proposal, isAwaited, source, markTaken } = usePlanned()
  if (isAwaited) return <Awaiting source={source} />
  return (
    <FormScreen
      noun="instrument"
      load={getInstrument}
      create={createInstrument}
      update={updateInstrument}
      blank={{ ...blank, ...proposal }}
      afterSave={async () => markTaken()}
      listPath="/contracts/instruments"
      nameOf={instrumentName}
      texts={texts}
      pathOf={instrumentPath}
      // Deleting the instrument would leave its plan without a guarantee.
      {...(!proposal && { remove: deleteInstrument })}
      head={(instrument) => <InstrumentOpening instrument={instrument} />}
      beside={(instrument) => <BesideInstrument instrument={instrument} />}
      related={(instrument) => <BelowInstrument instrument={instrument} />}
    >
      <InstrumentFields plan={plan} />
    </FormScreen>
  )
}
