import { Anchor, Text } from '@mantine/core'
import type { DepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { exemptionsOf, useExemptions } from '../../tenders/contracts/useExemptions.ts'
import { exemptText } from './bid-words.ts'

interface Props {
  contractId: string
  /** The purposes for which guarantees are planned or proposed. */
  purposes: readonly DepositExemption['purpose'][]
}

/** The guarantees of a tender that are not needed because of a claimed or accepted exemption; nothing if there is none. */
export function ExemptPurposes({ contractId, purposes }: Props) {
  const { data = [] } = useExemptions(contractId)
  const standing = data.filter(({ state, purpose }) => state !== 'REFUSED' && purposes.includes(purpose))
  return standing.map((exemption) => (
    <Text key={exemption.id}>
      {exemptText(exemption)}{' '}
      <Anchor component={Link} {...exemptionsOf(contractId)} inherit underline="always">
        {t('See the exemptions')}
      </Anchor>
    </Text>
  ))
}
