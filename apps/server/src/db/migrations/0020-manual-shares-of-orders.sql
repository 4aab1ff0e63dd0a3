-- An invoice can be deleted unless another invoice uses one of its orders. Shares that a person typed are such a use,
-- and are found by their order.
CREATE INDEX cost_manual_share_layer_idx ON cost_manual_share (account_id, layer_id);
