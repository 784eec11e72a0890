import { Skeleton } from '@mantine/core'
import { getDepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { Navigate } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { exemptionsOf } from '../../tenders/contracts/useExemptions.ts'
import { Screen } from '../../ui/shell/Screen.tsx'

/** Redirects from the id of an exemption to the exemptions of its contract, for links that know only the id. */
export function ExemptionAddress() {
  const exemption = useRecord(getDepositExemption)
  if (exemption.data) return <Navigate {...exemptionsOf(exemption.data.contractId)} replace />
  return (
    <Screen title={t('Exemption')} source={exemption} failure={t('Failed to fetch exemption')}>
      <Skeleton height={200} aria-busy />
    </Screen>
  )
}
