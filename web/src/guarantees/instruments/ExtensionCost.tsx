import { Button, Text } from '@mantine/core'
import { type BankFacility, getBankFacility } from '@plinth/api/guarantees/bank-facilities'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { useFormContext, useWatch } from 'react-hook-form'
import { dayText, percent, plainText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import classes from './ExtensionCost.module.css'
import { addedDays, extensionCost, termsOf } from './extension-cost.ts'

type Terms = Pick<BankFacility, 'commissionPercent' | 'commissionBasis' | 'minCharge'>

interface Props {
  instrument: Instrument
}

/** What an extension costs by the terms of the limit, for users who may see them. */
export function ExtensionCost({ instrument }: Props) {
  const maySee = useCan(getBankFacility)
  const { facilityId } = instrument
  return maySee && facilityId ? <Cost instrument={instrument} facilityId={facilityId} /> : null
}

/** The terms that the estimate is based on. */
function reckonedText({ commissionPercent, commissionBasis, minCharge }: Terms, cost: number): string {
  if (cost === minCharge) return t('Estimated: the least that the bank takes, without taxes')
  const rate = percent(commissionPercent)
  return commissionBasis === 'PER_DAY_365'
    ? t('Estimated by the day at {rate} a year, without taxes', { rate })
    : t('Estimated for each quarter that begins at {rate} a year, without taxes', { rate })
}

const dayIn = (value: unknown) => plainText(value) || null

/** An estimate while the user types the days; it becomes the charges only if the user takes it over. */
function Cost({ instrument, facilityId }: Props & { facilityId: string }) {
  const { setValue } = useFormContext()
  const { data: limit, error } = useRecord(getBankFacility, { params: { id: facilityId } })
  const [expiresOn, claimUntil] = useWatch({ name: ['expiresOn', 'claimUntil'] })
  const days = addedDays(instrument, { expiresOn: dayIn(expiresOn), claimUntil: dayIn(claimUntil) })
  const terms = limit && termsOf(instrument, limit)
  const isKnown = terms !== undefined && terms.commissionPercent !== null
  const cost = days && terms ? extensionCost(instrument, days, terms) : null
  return (
    <div className={classes['cost']} data-wide>
      <div aria-live="polite">
        {error && <Text size="sm">{t('What it costs is not known: the bank limit was not fetched.')}</Text>}
        {terms?.commissionPercent === null && (
          <Text size="sm">
            {t('What it costs is not known: neither the guarantee nor its limit says a commission.')}
          </Text>
        )}
        {!days && isKnown && (
          <Text size="sm" c="dimmed">
            {t('Once the new days are typed, what they cost in commission is told here.')}
          </Text>
        )}
        {days && terms && cost !== null && (
          <>
            <Text size="sm">
              {t('About {amount} in commission from {from} until {until}', {
                amount: rupees(cost),
                from: dayText(days.from),
                until: dayText(days.until),
              })}
            </Text>
            <Text size="xs" c="dimmed">
              {reckonedText(terms, cost)}
            </Text>
          </>
        )}
      </div>
      {isKnown && (
        <Button
          variant="default"
          size="xs"
          disabled={cost === null}
          onClick={() => setValue('charges', cost, { shouldDirty: true })}
        >
          {t('Use it as the charges')}
        </Button>
      )}
    </div>
  )
}
