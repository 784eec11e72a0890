import { Anchor, Text } from '@mantine/core'
import type { DepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { exemptionsOf, exemptText } from './exemption-words.ts'
import { useExemptions } from './useExemptions.ts'

interface Props {
  contractId: string
  /** Those that guarantees are planned or proposed for. */
  purposes: readonly DepositExemption['purpose'][]
}

/** What of the guarantees of a tender need not be given, since an exemption is claimed or was accepted; nothing where none is. */
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
