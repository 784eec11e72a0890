import { Skeleton } from '@mantine/core'
import { getDepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { Navigate } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { Screen } from '../../ui/shell/Screen.tsx'
import { exemptionsOf } from './exemption-words.ts'

/** What an exemption is referred to by where nothing but its id is known: it leads on to its contract, at its exemptions. */
export function ExemptionAddress() {
  const found = useRecord(getDepositExemption)
  if (found.data) return <Navigate {...exemptionsOf(found.data.contractId)} replace />
  return (
    <Screen title={t('Exemption')} source={found} failure={t('Failed to fetch exemption')}>
      <Skeleton height={200} aria-busy />
    </Screen>
  )
}
