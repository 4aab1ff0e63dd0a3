/** The sums of a list of suppliers to whom nothing is owed. */
export const NOTHING_OWED = { owed: '0.00', overdue: '0.00', owedWithoutRate: 0 } as const;
