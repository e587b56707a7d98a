package net.luckperms.api.model.data;

import java.util.Collection;
import net.luckperms.api.node.Node;

/** Signatures of LuckPerms/LuckPerms, api/src/main/java/net/luckperms/api/model/data/NodeMap.java, 9b4fe67791e8 (5.5). */
public interface NodeMap {
    Collection<Node> toCollection();

    DataMutateResult add(Node node);

    DataMutateResult remove(Node node);
}
