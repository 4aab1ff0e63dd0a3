/** The fields of a body that are present. */
export const given = <B extends object>(body: B): { [K in keyof B]: Exclude<B[K], undefined> } =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [K in keyof B]: Exclude<B[K], undefined>;
  };
